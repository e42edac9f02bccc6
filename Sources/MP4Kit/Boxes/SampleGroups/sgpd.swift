import BitstreamKit

/// What groups of samples have in common.
///
/// ISO/IEC 14496-12:2022, 8.9.3 `SampleGroupDescriptionBox`. Each description is kept as its bytes; `description(at:)` reads them.
public struct SampleGroupDescriptionBox: TypedBox {
  public static let structureName: StaticString = "SampleGroupDescriptionBox"
  public static var boxType: FourCC { "sgpd" }

  /// A description whose length stands in front of all of them.
  public struct Entry: PackedRow {
    /// Its bytes.
    public var bytes: [UInt8] = []

    /// No bytes.
    public init() {}

    /// As many as the layout says.
    public static func byteCount(layout: UInt32) -> Int { Int(clamping: layout) }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.bytes("entry", &bytes, count: Int(clamping: layout))
    }
  }

  /// Descriptions of version 0, whose lengths nothing but their type says.
  public struct Unsized: Equatable, Sendable {
    /// How many there are.
    public var entryCount: UInt32 = 0
    /// One behind the other.
    public var bytes: [UInt8] = []

    /// Nothing said as yet.
    public init() {}
  }

  /// 0 (deprecated) for descriptions without lengths, 2 for a default, 3 where the grouping is essential.
  public var version: UInt8 = 1
  /// 1: the descriptions hold for all fragments; 2: so does the mapping.
  public var flags: UInt32 = 0
  /// What the samples are grouped by.
  public var groupingType: FourCC = "roll"
  /// The bytes of each description, at most 16 MiB; 0 where each has its own length. From version 1 on.
  public var defaultLength: UInt32?
  /// The description of samples that no `sbgp` names, counted from 1; 0 for none. From version 2 on.
  public var defaultGroupDescriptionIndex: UInt32?
  /// The descriptions, where all have one length: the layout.
  public var entries = PackedTable<Entry>()
  /// The descriptions, where each has its own length.
  public var entriesOfOwnLength: [[UInt8]] = []
  /// The descriptions of version 0.
  public var unsized: Unsized?

  /// No descriptions.
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

  /// How many descriptions there are.
  public var entryCount: Int {
    unsized.map { Int(clamping: $0.entryCount) } ?? (entries.isEmpty ? entriesOfOwnLength.count : entries.count)
  }

  /// The bytes of a description, counted from 0; nil where there is none. Those of version 0 are taken to be of one length.
  public func entry(at index: Int) -> [UInt8]? {
    guard index >= 0, index < entryCount else { return nil }
    guard let unsized else { return entries.isEmpty ? entriesOfOwnLength[index] : entries[index].bytes }
    let length = unsized.bytes.count / entryCount
    return length * entryCount == unsized.bytes.count ? Array(unsized.bytes[index * length..<(index + 1) * length]) : nil
  }

  /// A description, counted from 0; nil where there is none.
  public func description(at index: Int) -> SampleGroupDescription? {
    entry(at: index).map { SampleGroupDescription($0, groupingType: groupingType) }
  }
}
