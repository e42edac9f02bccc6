import BitstreamKit

/// Puts messages together from chunks. It holds the messages that are under way and nothing else, and of them no more than the limits say.
///
/// Adobe RTMP 1.0 (2012), 5.3.
struct ChunkReader: Sendable {
  /// So many chunk streams may be in use; programs use less than ten.
  static var mostStreams: Int { 64 }
  /// So many bytes of messages may be held, of all chunk streams together: the largest message and 4 MiB of others. Bytes count as they
  /// come, whatever length a message announces.
  static var mostHeld: Int { 20 << 20 }
  /// So large may be a message that is no media.
  static var mostWords: Int { 1 << 20 }
  /// Memory that a chunk stream keeps for its next message.
  private static var mostSpare: Int { 1 << 16 }

  private struct Stream: Sendable {
    var id: UInt32
    var message = RTMPMessage(RTMPMessageType(rawValue: 0), length: 0)
    /// What a message of form 3 adds to the time.
    var delta: UInt32 = 0
    /// What form 3 repeats, where there is such a thing.
    var extended: UInt32?
    var isOpen = false
    var body: [UInt8] = []
  }

  /// Bytes of a chunk's payload.
  var chunkSize = 128
  /// The payload of the message that was told last.
  private(set) var body: [UInt8] = []
  /// Bytes that came so far.
  private(set) var position: UInt64 = 0
  /// Something that should not be so and does no harm.
  private var finding: String?

  private var streams: [Stream] = []
  /// The stream of the chunk whose payload comes.
  private var current: Int?
  private var chunkLeft = 0
  /// The header under way.
  private var partial: [UInt8] = []
  private var header = ChunkHeader()
  private var held = 0
  private var isWarned = false

  init() { partial.reserveCapacity(18) }

  /// The next message of `bytes[cursor..<end]`; nil when all of that is used up.
  /// - Throws: where the bytes are no chunks, or a limit is passed.
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
    if count > Self.mostHeld - held {
      throw Self.error(.overLimit("more than \(Self.mostHeld) bytes of messages that have no end"), "message length", position)
    }
    held += count
    // Twice as much each time, and no more than the message takes.
    let (there, room) = (streams[index].body.count, streams[index].body.capacity)
    if there + count > room {
      streams[index].body.reserveCapacity(min(streams[index].message.length, max(2 * room, there + count)))
    }
  }

  /// Forgets what came of a message.
  mutating func abort(_ chunkStream: UInt32) {
    guard let index = streams.firstIndex(where: { $0.id == chunkStream }) else { return }
    held -= streams[index].body.count
    streams[index].isOpen = false
    streams[index].body.removeAll()
  }

  /// Gives the payload of the message that was told last away, and takes another's memory for the next.
  mutating func exchangeBody(_ other: inout [UInt8]) { swap(&body, &other) }

  mutating func takeFinding() -> String? {
    defer { finding = nil }
    return finding
  }

  private mutating func complete(_ index: Int) -> RTMPMessage? {
    guard streams[index].body.count >= streams[index].message.length else { return nil }
    held -= streams[index].body.count
    streams[index].isOpen = false
    if body.capacity > Self.mostSpare { body = [] }
    body.removeAll(keepingCapacity: true)
    swap(&body, &streams[index].body)
    return streams[index].message
  }

  // MARK: - Headers

  /// Adds to `partial` until it is a whole header; false where the bytes end before.
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
    // Some senders do not repeat the time: four bytes that are not it are the message's, of which there must be as many.
    for (place, byte) in partial[length...].enumerated() where byte != UInt8(truncatingIfNeeded: extended >> UInt32(24 - 8 * place)) {
      if left(index) >= 4 { return partial.count }
    }
    return length + 4
  }

  /// Bytes of the message that the next chunk of form 3 goes on with, or begins.
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

  /// A chunk begins whose header is `partial`, with the first bytes of the payload behind it where the time was not repeated.
  private mutating func begin() throws(SyntaxError) {
    let short = ChunkHeader.shortLength(partial[0])
    var stolen = 0
    let id = Self.chunkStream(partial)
    let known = index(of: id)
    var isExtended = partial.count == short + 4
    if partial[0] >> 6 == 3, let extended = known.flatMap({ streams[$0].extended }) {
      isExtended = partial.count == short + 4 && UInt32(unpacking: partial, at: short) == extended || known.map { left($0) < 4 } ?? true
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
      if !isWarned { finding = "a chunk of form 3 does not repeat the extended timestamp" }
      isWarned = true
      try hold(stolen, index)
      streams[index].body += partial[short...]
      chunkLeft -= stolen
    }
  }

  private mutating func stream(_ id: UInt32, _ known: Int?, _ start: UInt64) throws(SyntaxError) -> Int {
    if let known { return known }
    if header.fmt != 0 {
      throw Self.error(.malformed("chunk stream \(id) begins with form \(header.fmt), which goes by a header before"), "fmt", start)
    }
    if streams.count >= Self.mostStreams { throw Self.error(.overLimit("more than \(Self.mostStreams) chunk streams"), "cs id", start) }
    streams.append(Stream(id: id))
    return streams.count - 1
  }

  private mutating func beginMessage(_ index: Int, _ start: UInt64) throws(SyntaxError) {
    var stream = streams[index]
    streams[index].body = []
    if stream.isOpen {
      // The message before never came to its end; the specification has no word for it but to go on.
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
    if !stream.message.type.isMedia, length > Self.mostWords {
      throw Self.error(
        .overLimit("a message of type \(stream.message.type.rawValue) and \(length) bytes; at most \(Self.mostWords) are taken"),
        "message length", start)
    }
    streams[index] = stream
    chunkLeft = min(chunkSize, length)
  }

  private static func error(_ reason: SyntaxError.Reason, _ element: String, _ place: UInt64) -> SyntaxError {
    SyntaxError(reason, element: element, byteOffset: place, path: ["Chunk Header"])
  }
}
