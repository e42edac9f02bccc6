import BitstreamKit

/// How much decoding times move where higher tiers are left out.
///
/// ISO/IEC 14496-15:2022, `DecodeRetimingEntry`.
public struct DecodeRetimingEntry: Syntax {
  public static let structureName: StaticString = "DecodeRetimingEntry"

  /// Of one tier.
  public struct Tier: Equatable, Sendable {
    /// The tier.
    public var tierID: UInt16 = 0
    /// Added to the decoding time, in units of the track's time scale.
    public var delta: Int16 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// For each tier.
  public var tiers: [Tier] = []

  /// No tiers.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let count = try c.count("tierCount", tiers.count, bits: 8)
    try c.list("tiers", &tiers, count: count, atLeast: 32, Tier()) { (c, v, i) throws(SyntaxError) in
      try c.u("tierID", &v.tierID, bits: 16, at: i)
      try c.i("delta", &v.delta, bits: 16, at: i)
    }
  }
}
