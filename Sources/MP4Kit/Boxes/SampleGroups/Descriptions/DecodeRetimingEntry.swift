import BitstreamKit

/// Decoding time adjustments when higher tiers are discarded.
///
/// ISO/IEC 14496-15:2022, `DecodeRetimingEntry`.
public struct DecodeRetimingEntry: Syntax {
  public static let structureName: StaticString = "DecodeRetimingEntry"

  /// Adjustment for one tier.
  public struct Tier: Equatable, Sendable {
    /// Tier ID.
    public var tierID: UInt16 = 0
    /// Added to the decoding time, in units of the track time scale.
    public var delta: Int16 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Adjustments, one for each tier.
  public var tiers: [Tier] = []

  /// Creates an entry with no tiers.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("tierCount", tiers.count, bits: 8)
    try c.list("tiers", &tiers, count: count, atLeast: 32, Tier()) { (c, v, i) throws(SyntaxError) in
      try c.u("tierID", &v.tierID, bits: 16, at: i)
      try c.i("delta", &v.delta, bits: 16, at: i)
    }
  }
}
