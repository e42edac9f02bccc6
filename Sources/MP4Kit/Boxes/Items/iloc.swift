import BitstreamKit

/// Where the bytes of items lie.
///
/// ISO/IEC 14496-12:2022, 8.11.3 `ItemLocationBox`.
public struct ItemLocationBox: TypedBox {
  public static let structureName: StaticString = "ItemLocationBox"
  public static var boxType: FourCC { "iloc" }

  /// A part of an item.
  public struct Extent: Equatable, Sendable {
    /// Which of the item's references of type `iloc`, counted from 1, for construction method 2; there where `indexSize` is not 0, from
    /// version 1 on.
    public var itemReferenceIndex: UInt64?
    /// From the item's base, in bytes.
    public var extentOffset: UInt64 = 0
    /// In bytes; 0 for all that there is.
    public var extentLength: UInt64 = 0

    /// Nothing said as yet.
    public init() {}
  }

  /// An item.
  public struct Item: Equatable, Sendable {
    /// Its number.
    public var itemID: UInt32 = 0
    /// 0; from version 1 on.
    public var reserved: UInt16?
    /// What offsets count from: 0 the start of the file, 1 that of `idat`, 2 that of another item; from version 1 on.
    public var constructionMethod: UInt8?
    /// The file, counted from 1 in `dref`; 0 for this one.
    public var dataReferenceIndex: UInt16 = 0
    /// Added to the offsets of all parts, in bytes.
    public var baseOffset: UInt64 = 0
    /// The parts in their order.
    public var extents: [Extent] = []

    /// Nothing said as yet.
    public init() {}
  }

  /// 1 where items can lie in `idat` or in one another, 2 for items' numbers of 32 bits.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Bytes of an offset: 0, 4 or 8.
  public var offsetSize: UInt8 = 4
  /// Bytes of a length: 0, 4 or 8.
  public var lengthSize: UInt8 = 4
  /// Bytes of a base offset: 0, 4 or 8.
  public var baseOffsetSize: UInt8 = 0
  /// Bytes of an index of a reference: 0, 4 or 8; in version 0 reserved.
  public var indexSize: UInt8 = 0
  /// The items.
  public var items: [Item] = []

  /// No items.
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

  /// Bits of the numbers of each item.
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
    // Parts that take no bytes say nothing but that all of the file is the item: more than one of them would be memory for nothing.
    let most: UInt32 = sizes.extent == 0 ? 1 : 0xFFFF
    let count = try c.count("extent_count", extents.count, bits: 16, in: 0...most)
    try c.list("extents", &extents, count: count, atLeast: sizes.extent, ItemLocationBox.Extent()) { (c, v, j) throws(SyntaxError) in
      try c.u("item_reference_index", &v.itemReferenceIndex, bits: sizes.index, when: sizes.index > 0, at: i, j)
      try c.u("extent_offset", &v.extentOffset, bits: sizes.offset, at: i, j)
      try c.u("extent_length", &v.extentLength, bits: sizes.length, at: i, j)
    }
  }

  /// How many bytes the parts have together; nil where one of them is as long as there is room for, or the sum is too large.
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
