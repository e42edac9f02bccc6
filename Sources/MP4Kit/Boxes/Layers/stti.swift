import BitstreamKit

/// Tiers in a sub-track.
///
/// ISO/IEC 14496-15:2022, `SubTrackTierBox`. In `strd`.
public struct SubTrackTierBox: TypedBox {
  public static let structureName: StaticString = "SubTrackTierBox"
  public static var boxType: FourCC { "stti" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Tier IDs; `tiri` describes the tiers.
  public var tierIDs: [UInt16] = []

  /// Creates a box with no tiers.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let itemCount = try c.count("item_count", tierIDs.count, bits: 16)
    try c.list("tierID", &tierIDs, count: itemCount, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("tierID", &v, bits: 16, at: i)
    }
  }
}
