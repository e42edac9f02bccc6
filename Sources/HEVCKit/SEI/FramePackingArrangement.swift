import BitstreamKit
import SEIKit

/// How the pictures of both eyes are packed in one.
///
/// ITU-T H.265 (08/2021) D.2 `frame_packing_arrangement( )`, semantics D.3.
public struct FramePackingArrangement: Syntax {
  public static let structureName: StaticString = "frame_packing_arrangement"

  /// What stands behind the cancel flag.
  public struct Content: Equatable, Sendable {
    /// How the pictures are packed.
    public var packing = FramePacking()
    /// Whether it holds until further notice, and not for this picture alone.
    public var framePackingArrangementPersistenceFlag = false

    /// Side by side.
    public init() {}
  }

  /// What the arrangement is for.
  public var framePackingArrangementId: UInt32 = 0
  /// nil with frame_packing_arrangement_cancel_flag: what was said before is off.
  public var content: Content?
  /// Whether the sample aspect ratio of the VUI is that of the two pictures apart.
  public var upsampledAspectRatioFlag = false

  /// Cancels.
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

extension FramePackingArrangement: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .framePackingArrangement(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .framePackingArrangement(self) }
}
