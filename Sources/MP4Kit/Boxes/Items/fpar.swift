import BitstreamKit

/// Partition of an item into source blocks.
///
/// ISO/IEC 14496-12:2022, 8.13.3 `FilePartitionBox`.
public struct FilePartitionBox: TypedBox {
  public static let structureName: StaticString = "FilePartitionBox"
  public static var boxType: FourCC { "fpar" }

  /// A run of blocks of one size.
  public struct Entry: PackedRow {
    /// Number of blocks.
    public var blockCount: UInt16 = 0
    /// Block size in bytes.
    public var blockSize: UInt32 = 0

    /// Creates an entry with default values.
    public init() {}

    /// 6 bytes.
    public static func byteCount(layout: UInt32) -> Int { 6 }

    public mutating func syntax<C: ElementCoder>(_ c: inout C, layout: UInt32, at index: Int) throws(SyntaxError) {
      try c.u("block_count", &blockCount, bits: 16, at: index)
      try c.u("block_size", &blockSize, bits: 32, at: index)
    }
  }

  /// FullBox version: 1 for 32-bit IDs and counts.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Item ID.
  public var itemID: UInt32 = 0
  /// Packet payload size in bytes.
  public var packetPayloadSize: UInt16 = 0
  /// Reserved: 0.
  public var reserved: UInt8 = 0
  /// FEC encoding ID of RFC 5052.
  public var fecEncodingID: UInt8 = 0
  /// FEC instance ID of RFC 5052.
  public var fecInstanceID: UInt16 = 0
  /// Maximum source block length in symbols.
  public var maxSourceBlockLength: UInt16 = 0
  /// Encoding symbol length in bytes.
  public var encodingSymbolLength: UInt16 = 0
  /// Maximum number of encoding symbols of a block.
  public var maxNumberOfEncodingSymbols: UInt16 = 0
  /// Scheme-specific information in Base64.
  public var schemeSpecificInfo = TerminatedString()
  /// The blocks.
  public var entries = PackedTable<Entry>()

  /// Creates a box with no blocks.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags, versions: 0...1)
    let bits = version == 0 ? 16 : 32
    try c.u("item_ID", &itemID, bits: bits)
    try c.u("packet_payload_size", &packetPayloadSize, bits: 16)
    try c.u("reserved", &reserved, bits: 8)
    try c.u("FEC_encoding_ID", &fecEncodingID, bits: 8)
    try c.u("FEC_instance_ID", &fecInstanceID, bits: 16)
    try c.u("max_source_block_length", &maxSourceBlockLength, bits: 16)
    try c.u("encoding_symbol_length", &encodingSymbolLength, bits: 16)
    try c.u("max_number_of_encoding_symbols", &maxNumberOfEncodingSymbols, bits: 16)
    try c.text("scheme_specific_info", &schemeSpecificInfo)
    let count = try c.count("entry_count", entries.codedCount, bits: bits)
    try c.table("entries", &entries, count: count)
  }
}
