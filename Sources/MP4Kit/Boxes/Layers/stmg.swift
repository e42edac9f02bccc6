import BitstreamKit

/// View groups in a sub-track.
///
/// ISO/IEC 14496-15:2022, `MVCSubTrackMultiviewGroupBox`. In `strd`.
public struct MVCSubTrackMultiviewGroupBox: TypedBox {
  public static let structureName: StaticString = "MVCSubTrackMultiviewGroupBox"
  public static var boxType: FourCC { "stmg" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Group IDs; `mvcg` defines the groups.
  public var multiviewGroupIds: [UInt32] = []

  /// Creates a box with no groups.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let itemCount = try c.count("item_count", multiviewGroupIds.count, bits: 16)
    try c.list("MultiviewGroupId", &multiviewGroupIds, count: itemCount, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("MultiviewGroupId", &v, bits: 32, at: i)
    }
  }
}
