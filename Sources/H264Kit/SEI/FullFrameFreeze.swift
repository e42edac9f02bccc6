import BitstreamKit

/// Full-frame freeze: the previously displayed picture stays on display.
///
/// ITU-T H.264 (08/2021) D.1.15 `full_frame_freeze( )`, semantics D.2.15.
public struct FullFrameFreeze: Syntax {
  public static let structureName: StaticString = "full_frame_freeze"

  /// 0: this picture only; 1: until cancelled or replaced; otherwise the number of pictures it applies to; 0 to 16384.
  public var fullFrameFreezeRepetitionPeriod: UInt32 = 0

  /// Creates a freeze for this picture only.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("full_frame_freeze_repetition_period", &fullFrameFreezeRepetitionPeriod, in: 0...16384)
  }
}
