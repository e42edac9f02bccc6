import BitstreamKit

/// The eleven-byte header of a tag.
///
/// Adobe Flash Video File Format Specification 10.1, E.4.1 `FLVTAG`.
public struct TagHeader: FastSyntax {
  public static let structureName: StaticString = "FLVTAG"

  /// 0.
  public var reserved: UInt8 = 0
  /// 1 if the body is encrypted or otherwise filtered (Annex F), otherwise 0.
  public var filter: UInt8 = 0
  /// 8 audio, 9 video, 18 script data; 0 to 31.
  public var tagType: UInt8 = 0
  /// The size of the body in bytes, 0 to 2^24 − 1.
  public var dataSize: UInt32 = 0
  /// The low 24 bits of the timestamp in milliseconds.
  public var timestamp: UInt32 = 0
  /// The high 8 bits of the timestamp in milliseconds.
  public var timestampExtended: UInt8 = 0
  /// 0.
  public var streamID: UInt32 = 0

  /// A header of all zeros.
  @inlinable public init() {}

  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C) throws(SyntaxError) {
    try c.u("Reserved", &reserved, bits: 2, in: 0...0)
    try c.u("Filter", &filter, bits: 1)
    try c.u("TagType", &tagType, bits: 5)
    try c.u("DataSize", &dataSize, bits: 24)
    try c.u("Timestamp", &timestamp, bits: 24)
    try c.u("TimestampExtended", &timestampExtended, bits: 8)
    try c.u("StreamID", &streamID, bits: 24, in: 0...0)
  }
}

extension TagHeader {
  /// The size of the header in bytes, 11.
  public static var byteCount: Int { 11 }

  /// Decodes the complete header at `offset`. Never fails; nonzero reserved bits are kept.
  public init(unpacking bytes: [UInt8], at offset: Int) {
    func u24(_ at: Int) -> UInt32 {
      let at = offset + at
      return UInt32(bytes[at]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2])
    }
    let first = bytes[offset]
    reserved = first >> 6
    filter = first >> 5 & 1
    tagType = first & 31
    dataSize = u24(1)
    timestamp = u24(4)
    timestampExtended = bytes[offset + 7]
    streamID = u24(8)
  }

  /// Appends the encoded header, with reserved bits as they are; numbers too large for their field are truncated to its low bits.
  public func pack(into bytes: inout [UInt8]) {
    func u24(_ value: UInt32) { for shift in [16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) } }
    bytes.append(reserved << 6 | (filter & 1) << 5 | tagType & 31)
    u24(dataSize)
    u24(timestamp)
    bytes.append(timestampExtended)
    u24(streamID)
  }
}
