import BitstreamKit

/// Sample durations, run-length coded.
///
/// ISO/IEC 14496-12:2022, 8.6.1.2 `TimeToSampleBox`.
public struct TimeToSampleBox: TypedBox {
  public static let structureName: StaticString = "TimeToSampleBox"
  public static var boxType: FourCC { "stts" }

  /// A run of samples with equal durations.
  public struct Entry: PackedRow {
    /// Number of samples.
    public var sampleCount: UInt32 = 0
    /// Duration of each sample in units of the track time scale.
    public var sampleDelta: UInt32 = 0

    /// Creates an entry with default values.
    public init() {}

    /// 8 bytes.
    @inlinable public static func byteCount(layout: UInt32) -> Int { 8 }

    @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("sample_count", &sampleCount, bits: 32, at: index)
      try c.u("sample_delta", &sampleDelta, bits: 32, at: index)
    }

    @inlinable public func pack(into bytes: inout [UInt8], layout: UInt32) {
      bytes.append(bigEndian: sampleCount)
      bytes.append(bigEndian: sampleDelta)
    }

    @inlinable public init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32) {
      let word = bytes.bigEndian64(at: offset)
      sampleCount = UInt32(truncatingIfNeeded: word &>> 32)
      sampleDelta = UInt32(truncatingIfNeeded: word)
    }
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Runs in order.
  public var entries = PackedTable<Entry>()

  /// Creates a box with no entries.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("entry_count", entries.codedCount, bits: 32)
    try c.table("entries", &entries, count: count)
  }
}
