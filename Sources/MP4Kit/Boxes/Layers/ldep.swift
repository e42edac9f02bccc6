import BitstreamKit

/// Tiers that a tier depends on.
///
/// ISO/IEC 14496-15:2022, `TierDependencyBox`.
public struct TierDependencyBox: TypedBox {
  public static let structureName: StaticString = "TierDependencyBox"
  public static var boxType: FourCC { "ldep" }

  /// Tier IDs.
  public var dependencyTierIds: [UInt16] = []

  /// Creates a box with no tiers.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    let entryCount = try c.count("entry_count", dependencyTierIds.count, bits: 16)
    try c.list("dependencyTierId", &dependencyTierIds, count: entryCount, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("dependencyTierId", &v, bits: 16, at: i)
    }
  }
}
