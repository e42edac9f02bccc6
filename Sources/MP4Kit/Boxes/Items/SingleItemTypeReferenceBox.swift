import BitstreamKit

/// The items that one item refers to, in an `iref` of version 0: `dimg` made from, `thmb` thumbnail of, `auxl` auxiliary to, `cdsc` about.
///
/// ISO/IEC 14496-12:2022, 8.11.12 `SingleItemTypeReferenceBox`.
public struct SingleItemTypeReferenceBox: Box {
  public static let structureName: StaticString = "SingleItemTypeReferenceBox"

  /// The item that refers.
  public var fromItemID: UInt16 = 0
  /// The items that it refers to, in their order.
  public var toItemIDs = PackedTable<UInt16>()

  /// No items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("from_item_ID", &fromItemID, bits: 16)
    let count = try c.count("reference_count", toItemIDs.codedCount, bits: 16)
    try c.table("to_item_ID", &toItemIDs, count: count)
  }
}
