import BitstreamKit

/// Alternative sync samples for random access at other samples.
///
/// ISO/IEC 14496-12:2022, 8.6.3 `ShadowSyncSampleBox`.
public struct ShadowSyncSampleBox: TypedBox {
  public static let structureName: StaticString = "ShadowSyncSampleBox"
  public static var boxType: FourCC { "stsh" }

  /// A sample and its shadow sync sample.
  public struct Entry: PackedRow {
    /// 1-based number of the non-sync sample.
    public var shadowedSampleNumber: UInt32 = 0
    /// 1-based number of the sync sample that can replace it.
    public var syncSampleNumber: UInt32 = 0

    /// Creates an entry with no samples.
    public init() {}

    /// 8 bytes.
    public static func byteCount(layout: UInt32) -> Int { 8 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("shadowed_sample_number", &shadowedSampleNumber, bits: 32, at: index)
      try c.u("sync_sample_number", &syncSampleNumber, bits: 32, at: index)
    }
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Entries in order of shadowed sample number.
  public var entries = PackedTable<Entry>()

  /// Creates a box with no samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("entry_count", entries.codedCount, bits: 32)
    try c.table("entries", &entries, count: count)
  }
}
