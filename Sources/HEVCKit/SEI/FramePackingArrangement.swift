import BitstreamKit
import NALKit

/// Frame packing arrangement: how stereo views are packed into frames.
///
/// ITU-T H.265 (08/2021) D.2 `frame_packing_arrangement( )`, semantics D.3.
public struct FramePackingArrangement: Syntax {
  public static let structureName: StaticString = "frame_packing_arrangement"

  /// Elements present if the cancel flag is 0.
  public struct Content: Equatable, Sendable {
    /// The packing.
    public var packing = FramePacking()
    /// Whether it applies until cancelled or replaced, or only to this picture.
    public var framePackingArrangementPersistenceFlag = false

    /// Side by side.
    public init() {}
  }

  /// Identifies the usage of the arrangement.
  public var framePackingArrangementId: UInt32 = 0
  /// nil if frame_packing_arrangement_cancel_flag: cancels the previous message.
  public var content: Content?
  /// Whether the VUI sample aspect ratio applies to the separated views.
  public var upsampledAspectRatioFlag = false

  /// Creates a cancelling message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("frame_packing_arrangement_id", &framePackingArrangementId)
    try c.unlessCancelled("frame_packing_arrangement_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in
      try v.packing.syntax(&c)
      try c.flag("frame_packing_arrangement_persistence_flag", &v.framePackingArrangementPersistenceFlag)
    }
    try c.flag("upsampled_aspect_ratio_flag", &upsampledAspectRatioFlag)
  }
}
