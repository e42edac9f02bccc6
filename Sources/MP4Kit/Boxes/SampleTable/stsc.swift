import BitstreamKit

/// How many samples each chunk holds, in runs of chunks.
///
/// ISO/IEC 14496-12:2022, 8.7.4 `SampleToChunkBox`.
public struct SampleToChunkBox: TypedBox {
  public static let structureName: StaticString = "SampleToChunkBox"
  public static var boxType: FourCC { "stsc" }

  /// A run of chunks.
  public struct Entry: PackedRow {
    /// The number of the run's first chunk, counted from 1.
    public var firstChunk: UInt32 = 0
    /// How many samples each of its chunks holds.
    public var samplesPerChunk: UInt32 = 0
    /// The entry of `stsd` that describes them, counted from 1.
    public var sampleDescriptionIndex: UInt32 = 0

    /// An entry of zeros.
    public init() {}

    /// 12.
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

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The runs in their order.
  public var entries = PackedTable<Entry>()

  /// No entries.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("entry_count", entries.codedCount, bits: 32)
    try c.table("entries", &entries, count: count)
  }
}
