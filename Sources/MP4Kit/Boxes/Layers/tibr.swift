import BitstreamKit

/// The bit rates of a tier, in bits per second.
///
/// ISO/IEC 14496-15:2022, `TierBitRateBox`.
public struct TierBitRateBox: TypedBox {
  public static let structureName: StaticString = "TierBitRateBox"
  public static var boxType: FourCC { "tibr" }

  /// Of the tier and those that it depends on: the lowest.
  public var baseBitRate: UInt32 = 0
  /// The highest over any window of one second.
  public var maxBitRate: UInt32 = 0
  /// The average.
  public var avgBitRate: UInt32 = 0
  /// Of the tier alone: the lowest.
  public var tierBaseBitRate: UInt32 = 0
  /// The highest over any window of one second.
  public var tierMaxBitRate: UInt32 = 0
  /// The average.
  public var tierAvgBitRate: UInt32 = 0

  /// No rates.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("baseBitRate", &baseBitRate, bits: 32)
    try c.u("maxBitRate", &maxBitRate, bits: 32)
    try c.u("avgBitRate", &avgBitRate, bits: 32)
    try c.u("tierBaseBitRate", &tierBaseBitRate, bits: 32)
    try c.u("tierMaxBitRate", &tierMaxBitRate, bits: 32)
    try c.u("tierAvgBitRate", &tierAvgBitRate, bits: 32)
  }
}
