import BitstreamKit

/// Descriptions of sample groups.
///
/// ISO/IEC 14496-12:2022, 8.9.3 `SampleGroupDescriptionBox`. Entries are kept as bytes; `description(at:)` decodes them.
public struct SampleGroupDescriptionBox: TypedBox {
  public static let structureName: StaticString = "SampleGroupDescriptionBox"
  public static var boxType: FourCC { "sgpd" }

  /// An entry of the default length.
  public struct Entry: PackedRow {
    /// Entry bytes.
    public var bytes: [UInt8] = []

    /// Creates an entry with no bytes.
    public init() {}

    /// The layout is the entry length in bytes.
    public static func byteCount(layout: UInt32) -> Int { Int(clamping: layout) }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.bytes("entry", &bytes, count: Int(clamping: layout))
    }
  }

  /// Entries of version 0, whose lengths are not coded.
  public struct Unsized: Equatable, Sendable {
    /// Number of entries.
    public var entryCount: UInt32 = 0
    /// Concatenated entries.
    public var bytes: [UInt8] = []

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 0 (deprecated) has no entry lengths, 2 adds a default description, 3 marks the grouping as essential.
  public var version: UInt8 = 1
  /// FullBox flags; 1: descriptions apply to all fragments; 2: so does the mapping.
  public var flags: UInt32 = 0
  /// Grouping type.
  public var groupingType: FourCC = "roll"
  /// Length of each entry in bytes, at most 16 MiB; 0 if each entry codes its own length. From version 1.
  public var defaultLength: UInt32?
  /// 1-based index of the description for samples that no `sbgp` covers; 0 for none. From version 2.
  public var defaultGroupDescriptionIndex: UInt32?
  /// Entries of the default length; the layout is that length.
  public var entries = PackedTable<Entry>()
  /// Entries that code their own lengths.
  public var entriesOfOwnLength: [[UInt8]] = []
  /// Entries of version 0.
  public var unsized: Unsized?

  /// Creates a box with no descriptions.
  public init() { defaultLength = 0 }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...3)
    try c.fourCC("grouping_type", &groupingType)
    try c.when(version >= 1, &defaultLength, 0) { (c, v) throws(SyntaxError) in
      try c.u("default_length", &v, bits: 32, in: 0...0xFF_FFFF, sizing: true, at: -1, -1)
    }
    try c.u("default_group_description_index", &defaultGroupDescriptionIndex, bits: 32, when: version >= 2)
    try c.when(version == 0, &unsized, Unsized()) { (c, v) throws(SyntaxError) in
      try c.u("entry_count", &v.entryCount, bits: 32)
      try c.restBytes("entries", &v.bytes)
    }
    if version == 0 { return }
    if let length = defaultLength, length > 0 {
      let count = try c.count("entry_count", entries.codedCount, bits: 32)
      try c.table("entries", &entries, count: count, layout: length)
    } else {
      let count = try c.count("entry_count", entriesOfOwnLength.count, bits: 32)
      try c.list("entries", &entriesOfOwnLength, count: count, atLeast: 32, []) { (c, v, _) throws(SyntaxError) in
        var bytes = v
        try c.sized(.u("description_length", bits: 32)) { (c) throws(SyntaxError) in try c.restBytes("entry", &bytes) }
        v = bytes
      }
    }
  }

  /// Number of entries.
  public var entryCount: Int {
    unsized.map { Int(clamping: $0.entryCount) } ?? (entries.isEmpty ? entriesOfOwnLength.count : entries.count)
  }

  /// Bytes of the 0-based entry `index`; nil if out of range. Version 0 entries are assumed to have equal lengths.
  public func entry(at index: Int) -> [UInt8]? {
    guard index >= 0, index < entryCount else { return nil }
    guard let unsized else { return entries.isEmpty ? entriesOfOwnLength[index] : entries[index].bytes }
    let length = unsized.bytes.count / entryCount
    return length * entryCount == unsized.bytes.count ? Array(unsized.bytes[index * length..<(index + 1) * length]) : nil
  }

  /// Decodes the 0-based entry `index`; nil if out of range.
  public func description(at index: Int) -> SampleGroupDescription? {
    entry(at: index).map { SampleGroupDescription($0, groupingType: groupingType) }
  }
}
