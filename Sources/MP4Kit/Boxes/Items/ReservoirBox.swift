import BitstreamKit

/// Where the symbols of an item lie: those that correct errors (`fecr`), or its own (`fire`).
///
/// ISO/IEC 14496-12:2022, 8.13.4 `FECReservoirBox`, 8.13.7 `FileReservoirBox`.
public struct ReservoirBox: Box {
  public static let structureName: StaticString = "ReservoirBox"

  /// An item.
  public struct Entry: PackedRow {
    /// The item that holds the symbols.
    public var itemID: UInt32 = 0
    /// How many.
    public var symbolCount: UInt32 = 0

    /// None.
    public init() {}

    /// 6, or 8 in version 1.
    public static func byteCount(layout: UInt32) -> Int { layout == 0 ? 6 : 8 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("item_ID", &itemID, bits: layout == 0 ? 16 : 32, at: index)
      try c.u("symbol_count", &symbolCount, bits: 32, at: index)
    }
  }

  /// 1 for numbers and counts of 32 bits.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The items; their layout is the version.
  public var entries = PackedTable<Entry>()

  /// No items.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let count = try c.count("entry_count", entries.codedCount, bits: version == 0 ? 16 : 32)
    try c.table("entries", &entries, count: count, layout: UInt32(version))
  }
}
