import BitstreamKit

/// The configuration of a FLAC decoder.
///
/// Encapsulation of FLAC in ISO Base Media File Format 0.0.4, 3.3.2 `FLACSpecificBox`; RFC 9639, 8.
public struct FLACSpecificBox: TypedBox {
  public static let structureName: StaticString = "FLACSpecificBox"
  public static var boxType: FourCC { "dfLa" }

  /// A block of metadata as it stands at the start of a FLAC file.
  public struct MetadataBlock: Equatable, Sendable {
    /// Whether it is the last.
    public var lastMetadataBlockFlag = false
    /// 0 STREAMINFO, 1 padding, 3 seek table, 4 Vorbis comment, 6 picture.
    public var blockType: UInt8 = 0
    /// What stands in it, at most 16777215 bytes.
    public var blockData: [UInt8] = []

    /// An empty block.
    public init() {}
  }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// STREAMINFO first.
  public var metadataBlocks: [MetadataBlock] = []

  /// No blocks.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.listToEnd(&metadataBlocks, MetadataBlock()) { (c, v, i) throws(SyntaxError) in
      try c.flag("LastMetadataBlockFlag", &v.lastMetadataBlockFlag, at: i)
      try c.u("BlockType", &v.blockType, bits: 7, at: i)
      let length = try c.count("Length", v.blockData.count, bits: 24)
      try c.bytes("BlockData", &v.blockData, count: length)
    }
  }

  private var streamInfo: UInt64? {
    guard let block = metadataBlocks.first(where: { $0.blockType == 0 }), block.blockData.count >= 18 else { return nil }
    return block.blockData.bigEndian64(at: 10)
  }

  /// Samples in a second, of STREAMINFO; nil where that is missing.
  public var sampleRate: UInt32? { streamInfo.map { UInt32(truncatingIfNeeded: $0 >> 44) } }
  /// How many channels, of STREAMINFO.
  public var channels: Int? { streamInfo.map { Int($0 >> 41 & 7) + 1 } }
  /// Bits of a sample, of STREAMINFO.
  public var bitsPerSample: Int? { streamInfo.map { Int($0 >> 36 & 31) + 1 } }
  /// Samples of each channel, of STREAMINFO; 0 unknown.
  public var totalSamples: UInt64? { streamInfo.map { $0 & 0xF_FFFF_FFFF } }
}
