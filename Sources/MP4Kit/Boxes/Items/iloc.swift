import BitstreamKit

/// Location of the data of items.
///
/// ISO/IEC 14496-12:2022, 8.11.3 `ItemLocationBox`.
public struct ItemLocationBox: TypedBox {
  public static let structureName: StaticString = "ItemLocationBox"
  public static var boxType: FourCC { "iloc" }

  /// A contiguous part of an item.
  public struct Extent: Equatable, Sendable {
    /// 1-based index of the item's `iloc` reference, for construction method 2; present if `indexSize` is not 0, from version 1.
    public var itemReferenceIndex: UInt64?
    /// Offset in bytes from the item's base.
    public var extentOffset: UInt64 = 0
    /// Length in bytes; 0 for the whole source.
    public var extentLength: UInt64 = 0

    /// Creates an instance with default values.
    public init() {}
  }

  /// Location of one item.
  public struct Item: Equatable, Sendable {
    /// Item ID.
    public var itemID: UInt32 = 0
    /// Reserved: 0; from version 1.
    public var reserved: UInt16?
    /// Base of offsets: 0 the file, 1 `idat`, 2 another item; from version 1.
    public var constructionMethod: UInt8?
    /// 1-based index into `dref`; 0 for this file.
    public var dataReferenceIndex: UInt16 = 0
    /// Added to the offsets of all extents, in bytes.
    public var baseOffset: UInt64 = 0
    /// Extents in order.
    public var extents: [Extent] = []

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 1 for construction methods, 2 also for 32-bit item IDs.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Size of an offset in bytes: 0, 4 or 8.
  public var offsetSize: UInt8 = 4
  /// Size of a length in bytes: 0, 4 or 8.
  public var lengthSize: UInt8 = 4
  /// Size of a base offset in bytes: 0, 4 or 8.
  public var baseOffsetSize: UInt8 = 0
  /// Size of an item reference index in bytes: 0, 4 or 8; reserved in version 0.
  public var indexSize: UInt8 = 0
  /// The items.
  public var items: [Item] = []

  /// Creates a box with no items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...2)
    try c.u("offset_size", &offsetSize, bits: 4, in: 0...8, sizing: true, at: -1, -1)
    try c.u("length_size", &lengthSize, bits: 4, in: 0...8, sizing: true, at: -1, -1)
    try c.u("base_offset_size", &baseOffsetSize, bits: 4, in: 0...8, sizing: true, at: -1, -1)
    if version == 0 {
      try c.u("reserved", &indexSize, bits: 4)
    } else {
      try c.u("index_size", &indexSize, bits: 4, in: 0...8, sizing: true, at: -1, -1)
    }
    let count = try c.count("item_count", items.count, bits: version == 2 ? 32 : 16)
    let sizes = Sizes(
      version: version, offset: 8 * Int(offsetSize), length: 8 * Int(lengthSize), base: 8 * Int(baseOffsetSize),
      index: version == 0 ? 0 : 8 * Int(indexSize))
    try c.list("items", &items, count: count, atLeast: sizes.item, Item()) { (c, v, i) throws(SyntaxError) in
      try v.syntax(&c, sizes, at: i)
    }
  }

  /// Field sizes in bits.
  struct Sizes {
    var version: UInt8
    var offset: Int
    var length: Int
    var base: Int
    var index: Int

    var extent: Int { index + offset + length }
    var item: Int { (version == 2 ? 64 : 48) + (version == 0 ? 0 : 16) + base }
  }
}

extension ItemLocationBox.Item {
  mutating func syntax(_ c: inout SyntaxCoder, _ sizes: ItemLocationBox.Sizes, at i: Int) throws(SyntaxError) {
    try c.u("item_ID", &itemID, bits: sizes.version == 2 ? 32 : 16, at: i)
    try c.u("reserved", &reserved, bits: 12, when: sizes.version > 0, at: i)
    try c.u("construction_method", &constructionMethod, bits: 4, when: sizes.version > 0, at: i)
    try c.u("data_reference_index", &dataReferenceIndex, bits: 16, at: i)
    try c.u("base_offset", &baseOffset, bits: sizes.base, at: i)
    // An extent without coded fields covers the whole file. Allowing more than one would use memory for no coded data.
    let limit: UInt32 = sizes.extent == 0 ? 1 : 0xFFFF
    let count = try c.count("extent_count", extents.count, bits: 16, in: 0...limit)
    try c.list("extents", &extents, count: count, atLeast: sizes.extent, ItemLocationBox.Extent()) { (c, v, j) throws(SyntaxError) in
      try c.u("item_reference_index", &v.itemReferenceIndex, bits: sizes.index, when: sizes.index > 0, at: i, j)
      try c.u("extent_offset", &v.extentOffset, bits: sizes.offset, at: i, j)
      try c.u("extent_length", &v.extentLength, bits: sizes.length, at: i, j)
    }
  }

  /// Total size of the extents in bytes; nil if an extent has length 0 (whole source) or the sum overflows.
  public var byteCount: UInt64? {
    var sum: UInt64 = 0
    for extent in extents {
      let (next, overflow) = sum.addingReportingOverflow(extent.extentLength)
      if overflow || extent.extentLength == 0 { return nil }
      sum = next
    }
    return sum
  }
}
