import BitstreamKit

/// Sync samples that can be taken in place of others, to start in between.
///
/// ISO/IEC 14496-12:2022, 8.6.3 `ShadowSyncSampleBox`.
public struct ShadowSyncSampleBox: TypedBox {
  public static let structureName: StaticString = "ShadowSyncSampleBox"
  public static var boxType: FourCC { "stsh" }

  /// Two samples.
  public struct Entry: PackedRow {
    /// The sample that is no sync sample, counted from 1.
    public var shadowedSampleNumber: UInt32 = 0
    /// The sync sample in its place, counted from 1.
    public var syncSampleNumber: UInt32 = 0

    /// No samples.
    public init() {}

    /// 8.
    public static func byteCount(layout: UInt32) -> Int { 8 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("shadowed_sample_number", &shadowedSampleNumber, bits: 32, at: index)
      try c.u("sync_sample_number", &syncSampleNumber, bits: 32, at: index)
    }
  }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// In the order of the shadowed samples.
  public var entries = PackedTable<Entry>()

  /// No samples.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("entry_count", entries.codedCount, bits: 32)
    try c.table("entries", &entries, count: count)
  }
}
