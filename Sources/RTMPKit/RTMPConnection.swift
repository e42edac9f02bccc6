import BitstreamKit
import FLVKit

/// What came over a connection.
public enum RTMPEvent: Sendable, Equatable {
  /// The handshake is over: messages may be sent.
  case open
  /// Sound, pictures, script data, or a message that nobody knows; its payload is `payload[range]` until the next event is asked for.
  case message(RTMPMessage)
  /// A command, on a message stream.
  case command(RTMPCommand, streamID: UInt32)
  /// An event of a stream. Pings are answered already.
  case userControl(UserControlMessage)
  /// The other side has received so many bytes, low 32 bits.
  case acknowledgement(UInt32)
  /// Something that should not be so and does no harm.
  case finding(String)
}

/// One side of an RTMP connection without the socket: it is fed the bytes that come and holds those that are to be sent.
///
///     var connection = RTMPConnection(.client, nonce: random)
///     // for each piece that comes, of any size
///     var cursor = 0
///     while let event = try connection.next(in: piece, from: &cursor, to: piece.count) { ... }
///     // and whenever there is room
///     let sent = socket.write(connection.output.bytes, connection.output.range)
///     connection.output.drop(sent)
///
/// It sees to the handshake, chunks, acknowledgements, windows and pings. Memory: messages under way up to 20 MiB, what is to be sent.
///
/// Adobe RTMP 1.0 (2012), 5 and 6.
public struct RTMPConnection: Sendable {
  /// Which side this is.
  public let role: RTMPRole
  /// What is to be sent.
  public var output = RTMPOutput()
  /// Holds the payload of the message that was told last, at `range`.
  public private(set) var payload: [UInt8] = []
  /// Where in `payload` it is.
  public private(set) var range = 0..<0
  /// Whether the handshake is over.
  public var isOpen: Bool { handshake.isDone }
  /// Bytes that came behind the handshake.
  public var receivedCount: UInt64 { reader.position }

  private var handshake: RTMPHandshake
  private var isTold = false
  private var reader = ChunkReader()
  private var writer = ChunkWriter()
  /// After how many bytes the other side wants to hear of them; 0 where it did not say.
  private var windowOfOther: UInt64 = 0
  private var lastAcknowledged: UInt64 = 0
  private var sending = RTMPSendWindow()
  /// What is left of an aggregate, and what is added to the times in it.
  private var aggregate: (range: Range<Int>, message: RTMPMessage, shift: UInt32?) = (0..<0, RTMPMessage(.aggregate, length: 0), nil)

  /// Bytes of a chunk that this side sends.
  public static var chunkSize: Int { 4096 }
  /// A connection on which nothing has been sent.
  /// - Parameters:
  ///   - nonce: random bytes, best 1,528 of them.
  ///   - usesDigest: whether a client signs its handshake, as some servers want it before they take H.264.
  public init(_ role: RTMPRole, nonce: [UInt8], usesDigest: Bool = true) {
    self.role = role
    handshake = RTMPHandshake(role, nonce: nonce, usesDigest: usesDigest)
    handshake.begin(to: &output.bytes)
  }

  /// Whether the other side lets more be sent before it acknowledges what was.
  public var maySend: Bool { sending.maySend }

  /// The next event of `bytes[cursor..<end]`; nil when all of that is used up.
  /// - Throws: what makes no sense, where and why; the connection is of no use then.
  public mutating func next(in bytes: [UInt8], from cursor: inout Int, to end: Int) throws(SyntaxError) -> RTMPEvent? {
    if !handshake.isDone {
      let range = cursor..<max(cursor, min(end, bytes.count))
      cursor += try handshake.take(bytes, range, to: &output.bytes)
      if !handshake.isDone { return nil }
    }
    if !isTold {
      isTold = true
      setChunkSize(Self.chunkSize)
      return .open
    }
    if let finding = handshake.takeFinding() { return .finding(finding) }
    releasePayload()
    while true {
      if let message = try nextOfAggregate() { return .message(message) }
      let message = try reader.next(in: bytes, from: &cursor, to: end)
      acknowledge()
      if let finding = reader.takeFinding() { remember(finding) }
      guard let message else { return takeRemembered() }
      if let event = try take(message) { return event }
    }
  }

  /// A finding that waits until there is no event before it.
  private var remembered: String?
  private mutating func remember(_ finding: String) { remembered = finding }
  private mutating func takeRemembered() -> RTMPEvent? {
    guard let finding = remembered else { return nil }
    remembered = nil
    return .finding(finding)
  }
}

// MARK: - Receiving

extension RTMPConnection {
  private mutating func take(_ message: RTMPMessage) throws(SyntaxError) -> RTMPEvent? {
    switch message.type {
    case .setChunkSize:
      // 0xFFFFFF is the largest that makes sense: no message is larger.
      reader.chunkSize = Int(min(try parsed(SetChunkSize.self).chunkSize, 0xFF_FFFF))
    case .abort: reader.abort(try parsed(AbortMessage.self).chunkStreamId)
    case .acknowledgement:
      let number = try parsed(Acknowledgement.self).sequenceNumber
      sending.acknowledge(number)
      return .acknowledgement(number)
    case .windowAcknowledgementSize: windowOfOther = UInt64(try parsed(WindowAcknowledgementSize.self).acknowledgementWindowSize)
    case .setPeerBandwidth: takeBandwidth(try parsed(SetPeerBandwidth.self))
    case .userControl: return try takeUserControl()
    case .commandAMF0: return .command(try parsed(RTMPCommand.self), streamID: message.streamID)
    case .commandAMF3: return .command(try parsed(RTMPCommand.self, from: isCodedAsAMF0 ? 1 : 0), streamID: message.streamID)
    case .dataAMF3:
      setPayload(from: isCodedAsAMF0 ? 1 : 0)
      return .message(RTMPMessage(.dataAMF0, timestamp: message.timestamp, length: range.count, streamID: message.streamID))
    case .aggregate:
      setPayload(from: 0)
      aggregate = (range, message, nil)
    default:
      setPayload(from: 0)
      return .message(message)
    }
    return nil
  }

  /// Whether a message that may be coded as AMF 3 begins with the byte that says it is not; such values are marked one by one.
  private var isCodedAsAMF0: Bool { reader.body.first == 0 }

  /// Gives the memory of a large payload back before the next message needs as much.
  private mutating func releasePayload() {
    guard aggregate.range.isEmpty, payload.capacity > 1 << 18 else { return }
    (payload, range) = ([], 0..<0)
  }

  private mutating func setPayload(from first: Int) {
    reader.exchangeBody(&payload)
    range = min(first, payload.count)..<payload.count
  }

  private func parsed<S: Syntax>(_ type: S.Type, from first: Int = 0) throws(SyntaxError) -> S {
    let place = reader.position - UInt64(min(reader.body.count, Int(clamping: reader.position)))
    var bits = BitReader(reader.body, first..<reader.body.count, policy: .lenient, map: SourceMap(fileOffset: place))
    var value = S()
    try bits.nested(&value)
    return value
  }

  private mutating func takeUserControl() throws(SyntaxError) -> RTMPEvent? {
    let message = try parsed(UserControlMessage.self)
    if message.event == .pingRequest, let time = message.value, mayAnswer { send(UserControlMessage(.pingResponse, time)) }
    return .userControl(message)
  }

  /// Whoever asks and never reads gets no more answers than these.
  private var mayAnswer: Bool { output.count < 1 << 20 }

  private mutating func takeBandwidth(_ message: SetPeerBandwidth) {
    if let window = sending.limit(message), mayAnswer { send(WindowAcknowledgementSize(window)) }
  }

  /// Says how much came, where the other side wants to hear it.
  private mutating func acknowledge() {
    guard windowOfOther > 0, reader.position - lastAcknowledged >= windowOfOther, mayAnswer else { return }
    lastAcknowledged = reader.position
    var message = Acknowledgement()
    message.sequenceNumber = UInt32(truncatingIfNeeded: reader.position)
    send(control: .acknowledgement, message)
  }

  /// The next message inside of an aggregate: an FLV tag, and behind it a number that nobody needs.
  private mutating func nextOfAggregate() throws(SyntaxError) -> RTMPMessage? {
    let rest = aggregate.range
    if rest.isEmpty { return nil }
    aggregate.range = 0..<0
    guard rest.count >= TagHeader.byteCount else { throw Self.cutOff(TagHeader.byteCount, rest.count) }
    let header = TagHeader(unpacking: payload, at: rest.lowerBound)
    let start = rest.lowerBound + TagHeader.byteCount
    let size = Int(header.dataSize)
    guard rest.upperBound - start >= size else { throw Self.cutOff(size, rest.upperBound - start) }
    range = start..<start + size
    // Times count from the first message, which is that of the aggregate.
    let shift = aggregate.shift ?? aggregate.message.timestamp &- header.milliseconds
    aggregate.shift = shift
    aggregate.range = min(rest.upperBound, start + size + 4)..<rest.upperBound
    return RTMPMessage(
      RTMPMessageType(rawValue: header.tagType), timestamp: header.milliseconds &+ shift, length: size, streamID: aggregate.message.streamID
    )
  }

  private static func cutOff(_ needed: Int, _ left: Int) -> SyntaxError {
    SyntaxError(.truncated(needed: needed * 8, left: left * 8), element: "aggregate sub-message", path: ["Aggregate Message"])
  }
}

// MARK: - Sending

extension RTMPConnection {
  /// Sends a command on a message stream.
  /// - Throws: where a value cannot be written.
  public mutating func send(_ command: RTMPCommand, streamID: UInt32 = 0) throws(SyntaxError) {
    let bytes = try command.encoded()
    send(RTMPMessage(.commandAMF0, length: bytes.count, streamID: streamID), bytes, 0..<bytes.count)
  }

  /// Sends an event of a stream.
  public mutating func send(_ message: UserControlMessage) { send(control: .userControl, message) }

  /// Sends a message whose payload is `bytes[range]`; `length` is set by it. Nothing where it is too large for a message (2^24 − 1).
  public mutating func send(_ message: RTMPMessage, _ bytes: [UInt8], _ range: Range<Int>) {
    let range = range.clamped(to: 0..<bytes.count)
    guard range.count <= 0xFF_FFFF else { return }
    var message = message
    message.length = range.count
    let before = output.count
    writer.append(message, on: Self.chunkStream(of: message), bytes, range, to: &output.bytes)
    sending.take(output.count - before)
  }

  /// Says how large chunks are from now on, and makes them so: 1 to 2^24 − 1 bytes.
  public mutating func setChunkSize(_ size: Int) {
    var message = SetChunkSize()
    message.chunkSize = UInt32(clamping: min(max(1, size), 0xFF_FFFF))
    send(control: .setChunkSize, message)
    writer.chunkSize = Int(message.chunkSize)
  }

  /// Says after how many bytes this side wants to hear that they came.
  public mutating func send(_ message: WindowAcknowledgementSize) { send(control: .windowAcknowledgementSize, message) }

  /// Says how many bytes the other side may have under way.
  public mutating func send(_ message: SetPeerBandwidth) { send(control: .setPeerBandwidth, message) }

  private mutating func send<S: Syntax>(control type: RTMPMessageType, _ message: S) {
    guard let bytes = try? message.encoded() else { return }
    send(RTMPMessage(type, length: bytes.count), bytes, 0..<bytes.count)
  }

  /// Each kind on a chunk stream of its own, so that their headers stay short.
  private static func chunkStream(of message: RTMPMessage) -> UInt32 {
    switch message.type {
    case .audio: 4
    case .video: 6
    case .commandAMF0, .commandAMF3: message.streamID == 0 ? 3 : 8
    case .dataAMF0, .dataAMF3: 5
    case .aggregate: 7
    default: 2
    }
  }
}

extension WindowAcknowledgementSize {
  /// A window of so many bytes.
  public init(_ bytes: UInt32) { acknowledgementWindowSize = bytes }
}
