import BitstreamKit

/// Bit rates of a tier, in bits per second.
///
/// ISO/IEC 14496-15:2022, `TierBitRateBox`.
public struct TierBitRateBox: TypedBox {
  public static let structureName: StaticString = "TierBitRateBox"
  public static var boxType: FourCC { "tibr" }

  /// Minimum rate of the tier and the tiers it depends on.
  public var baseBitRate: UInt32 = 0
  /// Maximum rate of the tier and the tiers it depends on, in any one-second window.
  public var maxBitRate: UInt32 = 0
  /// Average rate of the tier and the tiers it depends on.
  public var avgBitRate: UInt32 = 0
  /// Minimum rate of the tier alone.
  public var tierBaseBitRate: UInt32 = 0
  /// Maximum rate of the tier alone, in any one-second window.
  public var tierMaxBitRate: UInt32 = 0
  /// Average rate of the tier alone.
  public var tierAvgBitRate: UInt32 = 0

  /// Creates a box with no rates.
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
