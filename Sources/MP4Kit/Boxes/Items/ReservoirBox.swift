import BitstreamKit

/// Location of the FEC symbols (`fecr`) or source symbols (`fire`) of an item.
///
/// ISO/IEC 14496-12:2022, 8.13.4 `FECReservoirBox`, 8.13.7 `FileReservoirBox`.
public struct ReservoirBox: Box {
  public static let structureName: StaticString = "ReservoirBox"

  /// One item with symbols.
  public struct Entry: PackedRow {
    /// ID of the item that holds the symbols.
    public var itemID: UInt32 = 0
    /// Number of symbols.
    public var symbolCount: UInt32 = 0

    /// Creates an entry with default values.
    public init() {}

    /// 6 bytes, or 8 in version 1.
    public static func byteCount(layout: UInt32) -> Int { layout == 0 ? 6 : 8 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("item_ID", &itemID, bits: layout == 0 ? 16 : 32, at: index)
      try c.u("symbol_count", &symbolCount, bits: 32, at: index)
    }
  }

  /// FullBox version: 1 for 32-bit IDs and counts.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// The items; the layout is the FullBox version.
  public var entries = PackedTable<Entry>()

  /// Creates a box with no items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let count = try c.count("entry_count", entries.codedCount, bits: version == 0 ? 16 : 32)
    try c.table("entries", &entries, count: count, layout: UInt32(version))
  }
}
