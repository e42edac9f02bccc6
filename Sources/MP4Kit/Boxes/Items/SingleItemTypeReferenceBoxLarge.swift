import BitstreamKit

/// Items referenced by one item, in a version 1 `iref`.
///
/// ISO/IEC 14496-12:2022, 8.11.12 `SingleItemTypeReferenceBoxLarge`.
public struct SingleItemTypeReferenceBoxLarge: Box {
  public static let structureName: StaticString = "SingleItemTypeReferenceBoxLarge"

  /// ID of the referencing item.
  public var fromItemID: UInt32 = 0
  /// IDs of the referenced items, in order.
  public var toItemIDs = PackedTable<UInt32>()

  /// Creates a box with no items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("from_item_ID", &fromItemID, bits: 32)
    let count = try c.count("reference_count", toItemIDs.codedCount, bits: 16)
    try c.table("to_item_ID", &toItemIDs, count: count)
  }
}
