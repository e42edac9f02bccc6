import BitstreamKit

/// RTP time scale.
///
/// ISO/IEC 14496-12:2022, 9.1.2 `timescaleentry`.
public struct TimescaleEntryBox: TypedBox {
  public static let structureName: StaticString = "TimescaleEntryBox"
  public static var boxType: FourCC { "tims" }

  /// Time scale in units per second.
  public var timescale: UInt32 = 90000

  /// Creates a box with default values (90 kHz).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("timescale", &timescale, bits: 32)
  }
}
