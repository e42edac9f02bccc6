import BitstreamKit

/// The header of a chunk: the basic header, the message header in one of its four formats, and the extended timestamp.
///
/// Adobe RTMP 1.0 (2012), 5.3.1.
public struct ChunkHeader: Equatable, Sendable {
  /// The format, 0 to 3: omitted fields have the values of the previous header of the chunk stream.
  public var fmt: UInt8 = 0
  /// 0 or 1: the chunk stream ID follows in one or two bytes; otherwise the ID, 2 to 63.
  public var csId: UInt8 = 2
  /// The chunk stream ID minus 64, present if `csId` is 0 or 1.
  public var csIdMinus64: UInt16?
  /// Formats 0 to 2: the message's timestamp (format 0) or timestamp delta in milliseconds; 0xFFFFFF if the extended timestamp follows.
  public var timestamp: UInt32? = 0
  /// Formats 0 and 1: the message length in bytes.
  public var messageLength: UInt32? = 0
  /// Formats 0 and 1: the message type.
  public var messageTypeId: UInt8? = 0
  /// Format 0: the message stream ID.
  public var messageStreamId: UInt32? = 0
  /// The 32-bit timestamp or delta, present if 24 bits are not sufficient; format 3 repeats that of the previous chunk.
  public var extendedTimestamp: UInt32?

  /// Format 0 on chunk stream 2, all fields zero.
  @inlinable public init() {}

  /// - Parameter isExtended: whether the last header of this chunk stream other than format 3 had an extended timestamp.
  @inlinable public mutating func syntax<C: ElementCoder>(_ c: inout C, isExtended: Bool) throws(SyntaxError) {
    try c.u("fmt", &fmt, bits: 2)
    try c.u("cs id", &csId, bits: 6)
    let size = csId == 0 ? 8 : 16
    try c.when(csId < 2, &csIdMinus64, 0) { (c, value) throws(SyntaxError) in
      // The two-byte form is little-endian.
      var coded = size == 16 ? value.byteSwapped : value
      try c.u("cs id - 64", &coded, bits: size)
      value = size == 16 ? coded.byteSwapped : coded
    }
    try c.u("timestamp", &timestamp, bits: 24, when: fmt < 3)
    try c.u("message length", &messageLength, bits: 24, when: fmt < 2)
    try c.u("message type id", &messageTypeId, bits: 8, when: fmt < 2)
    try c.when(fmt == 0, &messageStreamId, 0) { (c, value) throws(SyntaxError) in
      // The only other little-endian field of the protocol.
      var coded = value.byteSwapped
      try c.u("message stream id", &coded, bits: 32)
      value = coded.byteSwapped
    }
    let follows = fmt == 3 ? isExtended : timestamp == 0xFF_FFFF
    try c.u("extended timestamp", &extendedTimestamp, bits: 32, when: follows)
  }
}

extension ChunkHeader {
  /// The chunk stream ID, 2 to 65,599.
  @inlinable public var chunkStreamID: UInt32 {
    get { csIdMinus64.map { UInt32($0) + 64 } ?? UInt32(csId) }
    set {
      switch newValue {
      case ..<64: (csId, csIdMinus64) = (max(2, UInt8(newValue)), nil)
      case ..<320: (csId, csIdMinus64) = (0, UInt16(newValue - 64))
      default: (csId, csIdMinus64) = (1, UInt16(clamping: newValue - 64))
      }
    }
  }

  /// Returns the length of the header with first byte `first`, without extended timestamp.
  static func shortLength(_ first: UInt8) -> Int {
    let basic = first & 63 == 0 ? 2 : first & 63 == 1 ? 3 : 1
    return basic + messageHeaderLength(first >> 6)
  }

  /// Returns the length of the message header of a format.
  static func messageHeaderLength(_ fmt: UInt8) -> Int {
    switch fmt {
    case 0: 11
    case 1: 7
    case 2: 3
    default: 0
    }
  }

  /// Appends the encoded header.
  func append(to bytes: inout [UInt8]) {
    bytes.append(fmt << 6 | csId & 63)
    if let more = csIdMinus64 {
      bytes.append(UInt8(truncatingIfNeeded: more))
      if csId == 1 { bytes.append(UInt8(truncatingIfNeeded: more >> 8)) }
    }
    func u24(_ value: UInt32) { for shift in [16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) } }
    if let timestamp { u24(timestamp) }
    if let messageLength { u24(messageLength) }
    if let messageTypeId { bytes.append(messageTypeId) }
    if let messageStreamId { bytes.append(bigEndian: messageStreamId.byteSwapped) }
    if let extendedTimestamp { bytes.append(bigEndian: extendedTimestamp) }
  }
}
