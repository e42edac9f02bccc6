import BitstreamKit

/// Where each chunk starts in the file.
///
/// ISO/IEC 14496-12:2022, 8.7.5 `ChunkOffsetBox`.
public struct ChunkOffsetBox: TypedBox {
  public static let structureName: StaticString = "ChunkOffsetBox"
  public static var boxType: FourCC { "stco" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Bytes from the start of the file.
  public var chunkOffsets = PackedTable<UInt32>()

  /// No entries.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    let count = try c.count("entry_count", chunkOffsets.codedCount, bits: 32)
    try c.table("chunk_offset", &chunkOffsets, count: count)
  }
}
