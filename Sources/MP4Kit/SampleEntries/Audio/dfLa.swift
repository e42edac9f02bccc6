import BitstreamKit

/// FLAC decoder configuration.
///
/// Encapsulation of FLAC in ISO Base Media File Format 0.0.4, 3.3.2 `FLACSpecificBox`; RFC 9639, 8.
public struct FLACSpecificBox: TypedBox {
  public static let structureName: StaticString = "FLACSpecificBox"
  public static var boxType: FourCC { "dfLa" }

  /// A metadata block as at the start of a FLAC file.
  public struct MetadataBlock: Equatable, Sendable {
    /// Whether this is the last block.
    public var lastMetadataBlockFlag = false
    /// Block type: 0 STREAMINFO, 1 padding, 3 seek table, 4 Vorbis comment, 6 picture.
    public var blockType: UInt8 = 0
    /// Block data, at most 16777215 bytes.
    public var blockData: [UInt8] = []

    /// Creates an instance with default values.
    public init() {}
  }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Metadata blocks; STREAMINFO is first.
  public var metadataBlocks: [MetadataBlock] = []

  /// Creates a box with no blocks.
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

  /// Sample rate of STREAMINFO in Hz; nil if there is no STREAMINFO.
  public var sampleRate: UInt32? { streamInfo.map { UInt32(truncatingIfNeeded: $0 >> 44) } }
  /// Number of channels of STREAMINFO; nil if there is no STREAMINFO.
  public var channels: Int? { streamInfo.map { Int($0 >> 41 & 7) + 1 } }
  /// Bits per sample of STREAMINFO; nil if there is no STREAMINFO.
  public var bitsPerSample: Int? { streamInfo.map { Int($0 >> 36 & 31) + 1 } }
  /// Samples per channel of STREAMINFO, 0 if unknown; nil if there is no STREAMINFO.
  public var totalSamples: UInt64? { streamInfo.map { $0 & 0xF_FFFF_FFFF } }
}
