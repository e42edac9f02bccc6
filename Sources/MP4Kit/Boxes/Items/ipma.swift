import BitstreamKit

/// Which properties of `ipco` items have.
///
/// ISO/IEC 14496-12:2022, 8.11.14 `ItemPropertyAssociationBox`.
public struct ItemPropertyAssociationBox: TypedBox {
  public static let structureName: StaticString = "ItemPropertyAssociationBox"
  public static var boxType: FourCC { "ipma" }

  /// A property of an item.
  public struct Association: Equatable, Sendable {
    /// Whether a reader that does not know the property has to leave the item alone.
    public var essential = false
    /// Counted from 1 in `ipco`; 0 for none.
    public var propertyIndex: UInt16 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// An item.
  public struct Entry: Equatable, Sendable {
    /// Its number.
    public var itemID: UInt32 = 0
    /// Its properties, in the order in which those that change the picture are carried out.
    public var associations: [Association] = []

    /// Nothing said as yet.
    public init() {}
  }

  /// 1 for items' numbers of 32 bits.
  public var version: UInt8 = 0
  /// 1: indices have 15 bits and not 7.
  public var flags: UInt32 = 0
  /// By rising number.
  public var entries: [Entry] = []

  /// No items.
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
