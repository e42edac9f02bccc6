import BitstreamKit
import NALKit

/// Frame packing arrangement: how stereo views are packed into frames.
///
/// ITU-T H.264 (08/2021) D.1.26 `frame_packing_arrangement( )`, semantics D.2.26.
public struct FramePackingArrangement: Syntax {
  public static let structureName: StaticString = "frame_packing_arrangement"

  /// Elements present if the cancel flag is 0.
  public struct Content: Equatable, Sendable {
    /// The packing.
    public var packing = FramePacking()
    /// 0: this picture only; 1: until cancelled or replaced; otherwise the number of pictures it applies to; 0 to 16384.
    public var framePackingArrangementRepetitionPeriod: UInt32 = 0

    /// Side by side.
    public init() {}
  }

  /// Identifies the usage of the arrangement.
  public var framePackingArrangementId: UInt32 = 0
  /// nil if frame_packing_arrangement_cancel_flag: cancels the previous message.
  public var content: Content?
  /// False.
  public var framePackingArrangementExtensionFlag = false

  /// Creates a cancelling message.
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
