import BitstreamKit
import SEIKit

/// How the pictures of both eyes are packed in one.
///
/// ITU-T H.264 (08/2021) D.1.26 `frame_packing_arrangement( )`, semantics D.2.26.
public struct FramePackingArrangement: Syntax {
  public static let structureName: StaticString = "frame_packing_arrangement"

  /// What stands behind the cancel flag.
  public struct Content: Equatable, Sendable {
    /// How the pictures are packed.
    public var packing = FramePacking()
    /// 0 for this picture, 1 until further notice, else the pictures it holds for: 0 to 16384.
    public var framePackingArrangementRepetitionPeriod: UInt32 = 0

    /// Side by side.
    public init() {}
  }

  /// What the arrangement is for.
  public var framePackingArrangementId: UInt32 = 0
  /// nil with frame_packing_arrangement_cancel_flag: what was said before is off.
  public var content: Content?
  /// False.
  public var framePackingArrangementExtensionFlag = false

  /// Cancels.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("frame_packing_arrangement_id", &framePackingArrangementId)
    try c.unlessCancelled("frame_packing_arrangement_cancel_flag", &content, .init()) { (c, v) throws(SyntaxError) in
      try v.packing.syntax(&c)
      try c.ue("frame_packing_arrangement_repetition_period", &v.framePackingArrangementRepetitionPeriod, in: 0...16384)
    }
    try c.flag("frame_packing_arrangement_extension_flag", &framePackingArrangementExtensionFlag)
  }
}

extension FramePackingArrangement: SEIPayloadStructure {
  public init?(_ payload: SEIPayload) {
    guard case .framePackingArrangement(let value) = payload else { return nil }
    self = value
  }

  public var payload: SEIPayload { .framePackingArrangement(self) }
}
