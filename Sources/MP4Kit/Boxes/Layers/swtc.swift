import BitstreamKit

/// Groups of views that are interchangeable; `mvra` follows.
///
/// ISO/IEC 14496-15:2022, `MultiviewGroupRelationBox`. In `mvci`.
public struct MultiviewGroupRelationBox: TypedBox {
  public static let structureName: StaticString = "MultiviewGroupRelationBox"
  public static var boxType: FourCC { "swtc" }
  public static var holdsBoxes: Bool { true }

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
    let numEntries = try c.count("num_entries", multiviewGroupIds.count, bits: 32)
    try c.list("multiview_group_id", &multiviewGroupIds, count: numEntries, atLeast: 32, 0) { (c, v, i) throws(SyntaxError) in
      try c.u("multiview_group_id", &v, bits: 32, at: i)
    }
  }
}
