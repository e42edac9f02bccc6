import BitstreamKit
import MP4Kit

/// What a sample entry of video says about pictures for two eyes, and about where they are seen.
///
/// Apple HEVC Stereo Video, "Video Extended Usage" (`vexu`); Spherical Video V2 (`st3d`).
public struct StereoDescription: Sendable {
  /// How the two views are packed into one picture.
  public enum Packing: UInt8, Sendable {
    /// Each view has pictures, or a layer, of its own.
    case separate
    /// Left view above the right one.
    case topBottom
    /// Left view beside the right one.
    case sideBySide
  }

  /// Whether there is a view for the left eye.
  public var hasLeftEye = false
  /// Whether there is a view for the right eye.
  public var hasRightEye = false
  /// Whether the views are exchanged.
  public var isReversed = false
  /// How the views are packed.
  public var packing = Packing.separate
  /// The eye to show where there is but one: `left` or `right`; nil where nothing is said.
  public var heroEye: StaticString?
  /// Distance between the cameras, in micrometres.
  public var baseline: UInt32?
  /// Horizontal field of view, in thousandths of a degree.
  public var fieldOfView: UInt32?
  /// `rect`, `equi`, `hequ`, `fish` and their like; nil where nothing is said.
  public var projection: FourCC?

  /// Nil where the entry says nothing of stereo, field of view or projection.
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
