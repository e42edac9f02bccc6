import BitstreamKit

/// Assembles messages from chunks. Buffers only incomplete messages, bounded by the limits below.
///
/// Adobe RTMP 1.0 (2012), 5.3.
struct ChunkReader: Sendable {
  /// The maximum number of chunk streams; implementations use fewer than ten.
  static var maxStreams: Int { 64 }
  /// The maximum number of bytes of incomplete messages, of all chunk streams together: the largest message and 4 MiB of others. Counts
  /// received bytes, not announced lengths.
  static var maxHeld: Int { 20 << 20 }
  /// The maximum size in bytes of a message other than audio and video.
  static var maxWords: Int { 1 << 20 }
  /// The maximum buffer capacity in bytes that is reused for the next message.
  private static var maxSpareCapacity: Int { 1 << 16 }

  /// The number of received bytes from which a message is large.
  private static var largeBody: Int { 1 << 20 }

  private struct Stream: Sendable {
    var id: UInt32
    var message = RTMPMessage(RTMPMessageType(rawValue: 0), length: 0)
    /// The timestamp delta applied by a message of format 3.
    var delta: UInt32 = 0
    /// The extended timestamp repeated by format 3, if there is one.
    var extended: UInt32?
    var isOpen = false
    var body: [UInt8] = []
  }

  /// The maximum payload size of a chunk.
  var chunkSize = 128
  /// The payload of the last returned message.
  private(set) var body: [UInt8] = []
  /// The number of bytes received.
  private(set) var position: UInt64 = 0
  /// A harmless protocol violation.
  private var finding: String?

  private var streams: [Stream] = []
  /// The index of the stream of the current chunk.
  private var current: Int?
  private var chunkLeft = 0
  /// The incomplete header.
  private var partial: [UInt8] = []
  private var header = ChunkHeader()
  private var held = 0
  /// Whether the sender was found to leave out extended timestamps in chunks of format 3.
  private var omitsExtended = false

  /// Whether a message has begun and is not complete.
  var isInsideMessage: Bool { held > 0 || current != nil || !partial.isEmpty }

  init() { partial.reserveCapacity(18) }

  /// Returns the next message of `bytes[cursor..<end]`; nil when all of it is consumed.
  /// - Throws: if the bytes are not valid chunks, or a limit is exceeded.
  mutating func next(in bytes: [UInt8], from cursor: inout Int, to end: Int) throws(SyntaxError) -> RTMPMessage? {
    let end = min(end, bytes.count)
    while true {
      if let index = current {
        let count = min(chunkLeft, end - cursor)
        if count > 0 {
          try hold(count, index)
          streams[index].body.append(contentsOf: bytes[cursor..<cursor + count])
          chunkLeft -= count
          cursor += count
          position += UInt64(count)
        }
        if chunkLeft > 0 { return nil }
        current = nil
        if let message = complete(index) { return message }
      } else {
        guard gatherHeader(bytes, &cursor, end) else { return nil }
        try begin()
        partial.removeAll(keepingCapacity: true)
        if let index = current, chunkLeft == 0 {
          current = nil
          if let message = complete(index) { return message }
        }
      }
    }
  }

  /// Makes room for more bytes of a message.
  private mutating func hold(_ count: Int, _ index: Int) throws(SyntaxError) {
    if count > Self.maxHeld - held {
      throw Self.error(.overLimit("more than \(Self.maxHeld) bytes of messages that have no end"), "message length", position)
    }
    held += count
    // Doubles the capacity, up to the length of the message. A large message gets its length at once: memory that no byte has come for is
    // not resident, and doubling leaves holes of half its size in the heap.
    let (there, room, length) = (streams[index].body.count, streams[index].body.capacity, streams[index].message.length)
    if there + count > room {
      let wanted = there + count >= Self.largeBody ? length : max(2 * room, there + count)
      streams[index].body.reserveCapacity(min(length, wanted))
    }
  }

  /// Drops the incomplete message of a chunk stream.
  mutating func abort(_ chunkStream: UInt32) {
    guard let index = streams.firstIndex(where: { $0.id == chunkStream }) else { return }
    held -= streams[index].body.count
    streams[index].isOpen = false
    streams[index].body.removeAll()
  }

  /// Moves the payload of the last returned message out, and reuses the memory of `other` for the next.
  mutating func exchangeBody(_ other: inout [UInt8]) { swap(&body, &other) }

  mutating func takeFinding() -> String? {
    defer { finding = nil }
    return finding
  }

  private mutating func complete(_ index: Int) -> RTMPMessage? {
    guard streams[index].body.count >= streams[index].message.length else { return nil }
    held -= streams[index].body.count
    streams[index].isOpen = false
    if body.capacity > Self.maxSpareCapacity { body = [] }
    body.removeAll(keepingCapacity: true)
    swap(&body, &streams[index].body)
    return streams[index].message
  }

  // MARK: - Chunk headers

  /// Appends bytes to `partial` until it is a complete header; returns false if more bytes are needed.
  private mutating func gatherHeader(_ bytes: [UInt8], _ cursor: inout Int, _ end: Int) -> Bool {
    while partial.count < wantedLength {
      if cursor >= end { return false }
      partial.append(bytes[cursor])
      cursor += 1
      position += 1
    }
    return true
  }

  private var wantedLength: Int {
    guard let first = partial.first else { return 1 }
    let length = ChunkHeader.shortLength(first)
    if partial.count < length { return length }
    if first >> 6 < 3 {
      let place = length - ChunkHeader.messageHeaderLength(first >> 6)
      return partial[place] & partial[place + 1] & partial[place + 2] == 0xFF ? length + 4 : length
    }
    guard let index = index(of: Self.chunkStream(partial)), let extended = streams[index].extended else { return length }
    // Some senders do not repeat the extended timestamp in format 3: if the four bytes differ from it, and the message has at least four
    // bytes left, they are payload. Once a sender has left it out, chunks with fewer bytes have none either.
    if omitsExtended, left(index) < 4 { return length }
    for (place, byte) in partial[length...].enumerated() where byte != UInt8(truncatingIfNeeded: extended >> UInt32(24 - 8 * place)) {
      if left(index) >= 4 { return partial.count }
    }
    return length + 4
  }

  /// Returns the payload size of the next chunk of format 3, which continues or starts a message.
  private func left(_ index: Int) -> Int {
    let stream = streams[index]
    return min(chunkSize, stream.message.length - (stream.isOpen ? stream.body.count : 0))
  }

  private static func chunkStream(_ header: [UInt8]) -> UInt32 {
    switch header[0] & 63 {
    case 0: UInt32(header[1]) + 64
    case 1: UInt32(header[1]) + UInt32(header[2]) << 8 + 64
    default: UInt32(header[0] & 63)
    }
  }

  private func index(of id: UInt32) -> Int? {
    for index in streams.indices where streams[index].id == id { return index }
    return nil
  }

  /// Starts a chunk whose header is in `partial`, followed by the first payload bytes if the extended timestamp was not repeated.
  private mutating func begin() throws(SyntaxError) {
    let short = ChunkHeader.shortLength(partial[0])
    var stolen = 0
    let id = Self.chunkStream(partial)
    let known = index(of: id)
    var isExtended = partial.count == short + 4
    if partial[0] >> 6 == 3, let extended = known.flatMap({ streams[$0].extended }) {
      isExtended = partial.count == short + 4 && (UInt32(unpacking: partial, at: short) == extended || known.map { left($0) < 4 } ?? true)
      if !isExtended { stolen = partial.count - short }
    }
    let start = position - UInt64(partial.count)
    var reader = BitReader(partial, 0..<partial.count - stolen, map: SourceMap(fileOffset: start))
    try reader.structure("Chunk Header", &header) { (c, v) throws(SyntaxError) in try v.syntax(&c, isExtended: isExtended) }
    let index = try stream(id, known, start)
    if header.fmt == 3, streams[index].isOpen {
      chunkLeft = min(chunkSize, streams[index].message.length - streams[index].body.count)
    } else {
      try beginMessage(index, start)
    }
    current = index
    if stolen > 0 {
      if !omitsExtended { finding = "a chunk of format 3 does not repeat the extended timestamp" }
      omitsExtended = true
      try hold(stolen, index)
      streams[index].body += partial[short...]
      chunkLeft -= stolen
    }
  }

  private mutating func stream(_ id: UInt32, _ known: Int?, _ start: UInt64) throws(SyntaxError) -> Int {
    if let known { return known }
    if header.fmt != 0 {
      throw Self.error(.malformed("chunk stream \(id) starts with format \(header.fmt), which requires a previous header"), "fmt", start)
    }
    if streams.count >= Self.maxStreams { throw Self.error(.overLimit("more than \(Self.maxStreams) chunk streams"), "cs id", start) }
    streams.append(Stream(id: id))
    return streams.count - 1
  }

  private mutating func beginMessage(_ index: Int, _ start: UInt64) throws(SyntaxError) {
    var stream = streams[index]
    streams[index].body = []
    if stream.isOpen {
      // The previous message is incomplete; the specification does not define this case, so it is dropped.
      held -= stream.body.count
      stream.body.removeAll(keepingCapacity: true)
      finding = "a message on chunk stream \(stream.id) ends before its length"
    }
    if header.fmt < 3 {
      stream.extended = header.extendedTimestamp
      stream.delta = header.extendedTimestamp ?? header.timestamp ?? 0
    }
    stream.message.timestamp = header.fmt == 0 ? stream.delta : stream.message.timestamp &+ stream.delta
    if let length = header.messageLength { stream.message.length = Int(length) }
    if let type = header.messageTypeId { stream.message.type = RTMPMessageType(rawValue: type) }
    if let id = header.messageStreamId { stream.message.streamID = id }
    stream.isOpen = true
    let length = stream.message.length
    if !stream.message.type.isMedia, length > Self.maxWords {
      throw Self.error(
        .overLimit("a message of type \(stream.message.type.rawValue) and \(length) bytes, the maximum is \(Self.maxWords)"),
        "message length", start)
    }
    streams[index] = stream
    chunkLeft = min(chunkSize, length)
  }

  private static func error(_ reason: SyntaxError.Reason, _ element: String, _ place: UInt64) -> SyntaxError {
    SyntaxError(reason, element: element, byteOffset: place, path: ["Chunk Header"])
  }
}
