import BitstreamKit

/// The sampling rate of a track of sound, where the sample entry cannot hold it.
///
/// ISO/IEC 14496-12:2022, 12.2.3 `SamplingRateBox`.
public struct SamplingRateBox: TypedBox {
  public static let structureName: StaticString = "SamplingRateBox"
  public static var boxType: FourCC { "srat" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Samples in a second.
  public var samplingRate: UInt32 = 48000

  /// 48 kHz.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("sampling_rate", &samplingRate, bits: 32)
  }
}
