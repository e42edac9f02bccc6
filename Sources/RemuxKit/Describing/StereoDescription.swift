import BitstreamKit
import MP4Kit

/// Stereo, field of view and projection properties of a video sample entry.
///
/// Apple HEVC Stereo Video, "Video Extended Usage" (`vexu`); Spherical Video V2 (`st3d`).
public struct StereoDescription: Sendable {
  /// How the two views are packed into one picture.
  public enum Packing: UInt8, Sendable {
    /// Each view has its own pictures or layer.
    case separate
    /// The left view is above the right view.
    case topBottom
    /// The left view is to the left of the right view.
    case sideBySide
  }

  /// Whether there is a left-eye view.
  public var hasLeftEye = false
  /// Whether there is a right-eye view.
  public var hasRightEye = false
  /// Whether the views are swapped.
  public var isReversed = false
  /// How the views are packed.
  public var packing = Packing.separate
  /// The view to show on a monoscopic display: `left` or `right`; nil if absent.
  public var heroEye: StaticString?
  /// Distance between the cameras, in micrometres.
  public var baseline: UInt32?
  /// Horizontal field of view, in thousandths of a degree.
  public var fieldOfView: UInt32?
  /// `rect`, `equi`, `hequ`, `fish` and others; nil if absent.
  public var projection: FourCC?

  /// Nil if the entry has no stereo views, field of view or projection.
  public init?<S: ByteSource>(_ description: SampleDescription, in tree: inout BoxTree<S>) {
    let entry = description.node
    if let node = tree.find("vexu/eyes/stri", in: entry).first, let box = try? tree.read(StereoViewInformationBox.self, at: node) {
      (hasLeftEye, hasRightEye, isReversed) = (box.hasLeftEyeView, box.hasRightEyeView, box.eyeViewsReversed)
    }
    if let node = tree.find("vexu/eyes/hero", in: entry).first, let box = try? tree.read(HeroStereoEyeDescriptionBox.self, at: node) {
      heroEye = box.heroEyeIndicator == 1 ? "left" : box.heroEyeIndicator == 2 ? "right" : nil
    }
    if let node = tree.find("vexu/eyes/cams/blin", in: entry).first,
      let box = try? tree.read(StereoCameraSystemBaselineBox.self, at: node)
    {
      baseline = box.baselineValue
    }
    if let node = tree.find("vexu/proj/prji", in: entry).first, let box = try? tree.read(ProjectionInformationBox.self, at: node) {
      projection = box.projectionKind
    }
    if let node = tree.find("vexu/pack/pkin", in: entry).first, let box = try? tree.read(ViewPackingInformationBox.self, at: node) {
      packing = box.viewPackingKind == "side" ? .sideBySide : box.viewPackingKind == "over" ? .topBottom : .separate
    }
    if let node = tree.child("hfov", of: entry), let box = try? tree.read(HorizontalFieldOfViewBox.self, at: node) {
      fieldOfView = box.fieldOfView
    }
    if let node = tree.child("st3d", of: entry), let box = try? tree.read(Stereoscopic3DBox.self, at: node), box.stereoMode > 0 {
      (hasLeftEye, hasRightEye) = (true, true)
      packing = box.stereoMode == 1 ? .topBottom : box.stereoMode == 2 ? .sideBySide : .separate
    }
    if !hasLeftEye, !hasRightEye, fieldOfView == nil, projection == nil { return nil }
  }

  /// Whether there are views for both eyes.
  public var isStereo: Bool { hasLeftEye && hasRightEye }
}
