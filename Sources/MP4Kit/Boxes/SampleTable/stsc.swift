import BitstreamKit

/// Number of samples in each chunk, run-length coded.
///
/// ISO/IEC 14496-12:2022, 8.7.4 `SampleToChunkBox`.
public struct SampleToChunkBox: TypedBox {
  public static let structureName: StaticString = "SampleToChunkBox"
  public static var boxType: FourCC { "stsc" }

  /// A run of chunks.
  public struct Entry: PackedRow {
    /// 1-based number of the first chunk of the run.
    public var firstChunk: UInt32 = 0
    /// Number of samples in each chunk of the run.
    public var samplesPerChunk: UInt32 = 0
    /// 1-based index into `stsd`.
    public var sampleDescriptionIndex: UInt32 = 0

    /// Creates an entry with default values.
    public init() {}

    /// 12 bytes.
    @inlinable public static func byteCount(layout: UInt32) -> Int { 12 }

    @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("first_chunk", &firstChunk, bits: 32, at: index)
      try c.u("samples_per_chunk", &samplesPerChunk, bits: 32, at: index)
      try c.u("sample_description_index", &sampleDescriptionIndex, bits: 32, at: index)
    }

    @inlinable public func pack(into bytes: inout [UInt8], layout: UInt32) {
      bytes.append(bigEndian: firstChunk)
      bytes.append(bigEndian: samplesPerChunk)
      bytes.append(bigEndian: sampleDescriptionIndex)
    }

    @inlinable public init(unpacking bytes: [UInt8], at offset: Int, layout: UInt32) {
      firstChunk = UInt32(truncatingIfNeeded: bytes.bigEndian64(at: offset &+ 0) &>> 32)
      samplesPerChunk = UInt32(truncatingIfNeeded: bytes.bigEndian64(at: offset &+ 4) &>> 32)
      sampleDescriptionIndex = UInt32(truncatingIfNeeded: bytes.bigEndian64(at: offset &+ 8) &>> 32)
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
