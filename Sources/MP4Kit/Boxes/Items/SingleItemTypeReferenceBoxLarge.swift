import BitstreamKit

/// The items that one item refers to, in an `iref` of version 1.
///
/// ISO/IEC 14496-12:2022, 8.11.12 `SingleItemTypeReferenceBoxLarge`.
public struct SingleItemTypeReferenceBoxLarge: Box {
  public static let structureName: StaticString = "SingleItemTypeReferenceBoxLarge"

  /// The item that refers.
  public var fromItemID: UInt32 = 0
  /// The items that it refers to, in their order.
  public var toItemIDs = PackedTable<UInt32>()

  /// No items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("from_item_ID", &fromItemID, bits: 32)
    let count = try c.count("reference_count", toItemIDs.codedCount, bits: 16)
    try c.table("to_item_ID", &toItemIDs, count: count)
  }
}
