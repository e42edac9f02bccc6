import BitstreamKit

/// 64-bit chunk offsets.
///
/// ISO/IEC 14496-12:2022, 8.7.5 `ChunkLargeOffsetBox`.
public struct ChunkLargeOffsetBox: TypedBox {
  public static let structureName: StaticString = "ChunkLargeOffsetBox"
  public static var boxType: FourCC { "co64" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Offsets in bytes from the start of the file.
  public var chunkOffsets = PackedTable<UInt64>()

  /// Creates a box with no entries.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("entry_count", chunkOffsets.codedCount, bits: 32)
    try c.table("chunk_offset", &chunkOffsets, count: count)
  }
}
