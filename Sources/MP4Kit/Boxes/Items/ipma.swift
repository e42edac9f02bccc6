import BitstreamKit

/// Associates items with properties of `ipco`.
///
/// ISO/IEC 14496-12:2022, 8.11.14 `ItemPropertyAssociationBox`.
public struct ItemPropertyAssociationBox: TypedBox {
  public static let structureName: StaticString = "ItemPropertyAssociationBox"
  public static var boxType: FourCC { "ipma" }

  /// A property of an item.
  public struct Association: Equatable, Sendable {
    /// Whether a reader must ignore the item if it does not support the property.
    public var essential = false
    /// 1-based index into `ipco`; 0 for none.
    public var propertyIndex: UInt16 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Properties of one item.
  public struct Entry: Equatable, Sendable {
    /// Item ID.
    public var itemID: UInt32 = 0
    /// Properties of the item; transformative properties apply in this order.
    public var associations: [Association] = []

    /// Creates an entry with default values.
    public init() {}
  }

  /// FullBox version: 1 for 32-bit item IDs.
  public var version: UInt8 = 0
  /// FullBox flags; 1: 15-bit property indices instead of 7-bit.
  public var flags: UInt32 = 0
  /// Entries in increasing order of item ID.
  public var entries: [Entry] = []

  /// Creates a box with no items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let count = try c.count("entry_count", entries.count, bits: 32)
    let (idBits, indexBits) = (version == 0 ? 16 : 32, flags & 1 == 0 ? 7 : 15)
    try c.list("entries", &entries, count: count, atLeast: idBits + 8, Entry()) { (c, entry, i) throws(SyntaxError) in
      try c.u("item_ID", &entry.itemID, bits: idBits, at: i)
      let associations = try c.count("association_count", entry.associations.count, bits: 8)
      try c.list("associations", &entry.associations, count: associations, atLeast: indexBits + 1, Association()) {
        (c, v, j) throws(SyntaxError) in
        try c.flag("essential", &v.essential, at: i, j)
        try c.u("property_index", &v.propertyIndex, bits: indexBits, at: i, j)
      }
    }
  }
}
