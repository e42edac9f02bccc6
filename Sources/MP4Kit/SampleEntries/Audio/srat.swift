import BitstreamKit

/// Sample rate of an audio track if it does not fit in the sample entry.
///
/// ISO/IEC 14496-12:2022, 12.2.3 `SamplingRateBox`.
public struct SamplingRateBox: TypedBox {
  public static let structureName: StaticString = "SamplingRateBox"
  public static var boxType: FourCC { "srat" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Sample rate in Hz.
  public var samplingRate: UInt32 = 48000

  /// Creates a box with default values (48 kHz).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("sampling_rate", &samplingRate, bits: 32)
  }
}
