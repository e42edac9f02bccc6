import BitstreamKit
import FLVKit

/// An event of a connection.
public enum RTMPEvent: Sendable, Equatable {
  /// The handshake is complete: messages may be sent.
  case open
  /// Audio, video, script data, or a message of unknown type; its payload is `payload[range]` until the next event is requested.
  case message(RTMPMessage)
  /// A command on a message stream.
  case command(RTMPCommand, streamID: UInt32)
  /// A stream event. Pings have already been answered.
  case userControl(UserControlMessage)
  /// The number of bytes received by the peer, modulo 2^32.
  case acknowledgement(UInt32)
  /// A harmless protocol violation.
  case finding(String)
}

/// One side of an RTMP connection, independent of the transport: consumes the bytes received and buffers the bytes to send.
///
///     var connection = RTMPConnection(.client, nonce: random)
///     // for each piece that comes, of any size
///     var cursor = 0
///     while let event = try connection.next(in: piece, from: &cursor, to: piece.count) { ... }
///     // and whenever there is room
///     let sent = socket.write(connection.output.bytes, connection.output.range)
///     connection.output.drop(sent)
///
/// Handles the handshake, chunks, acknowledgements, windows and pings. Holds at most 20 MiB of incomplete messages, and the bytes to send.
///
/// Adobe RTMP 1.0 (2012), 5 and 6.
public struct RTMPConnection: Sendable {
  /// The role of this side.
  public let role: RTMPRole
  /// The bytes to send.
  public var output = RTMPOutput()
  /// The buffer with the payload of the last message, at `range`.
  public private(set) var payload: [UInt8] = []
  /// The range of the payload in `payload`.
  public private(set) var range = 0..<0
  /// Whether the handshake is complete.
  public var isOpen: Bool { handshake.isDone }
  /// The number of bytes received after the handshake.
  public var receivedCount: UInt64 { reader.position }

  /// Whether a message has begun and is not complete: if the peer closes the connection now, the rest of it is lost.
  public var isInsideMessage: Bool { reader.isInsideMessage }

  private var handshake: RTMPHandshake
  private var hasReportedOpen = false
  private var reader = ChunkReader()
  private var writer = ChunkWriter()
  /// The peer's acknowledgement window in bytes; 0 if not set.
  private var windowOfOther: UInt64 = 0
  private var lastAcknowledged: UInt64 = 0
  private var sending = RTMPSendWindow()
  /// The unread part of an aggregate message, and the offset added to its timestamps.
  private var aggregate: (range: Range<Int>, message: RTMPMessage, shift: UInt32?) = (0..<0, RTMPMessage(.aggregate, length: 0), nil)

  /// The chunk size of this side in bytes.
  public static var chunkSize: Int { 4096 }
  /// Creates a connection in the initial state.
  /// - Parameters:
  ///   - nonce: random bytes, ideally 1,528 of them.
  ///   - usesDigest: whether a client signs its handshake, which some servers require before they accept H.264.
  public init(_ role: RTMPRole, nonce: [UInt8], usesDigest: Bool = true) {
    self.role = role
    handshake = RTMPHandshake(role, nonce: nonce, usesDigest: usesDigest)
    handshake.begin(to: &output.bytes)
  }

  /// Whether the peer's window allows sending more before it acknowledges.
  public var maySend: Bool { sending.maySend }

  /// Returns the next event of `bytes[cursor..<end]`; nil when all of it is consumed.
  /// - Throws: a protocol error with its position; the connection is then unusable.
  public mutating func next(in bytes: [UInt8], from cursor: inout Int, to end: Int) throws(SyntaxError) -> RTMPEvent? {
    if !handshake.isDone {
      let range = cursor..<max(cursor, min(end, bytes.count))
      cursor += try handshake.take(bytes, range, to: &output.bytes)
      if !handshake.isDone { return nil }
    }
    if !hasReportedOpen {
      hasReportedOpen = true
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

  /// A finding to report once there is no other event before it.
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
      // Clamped to 0xFFFFFF, the maximum message length.
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

  /// Whether a message that may use AMF3 starts with the byte 0, which indicates AMF0; values in AMF3 are then marked individually.
  private var isCodedAsAMF0: Bool { reader.body.first == 0 }

  /// Releases the memory of a large payload before the next message needs as much.
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

  /// Whether less than 1 MiB waits to be sent: bounds the answers to a peer that sends requests and does not read.
  private var mayAnswer: Bool { output.count < 1 << 20 }

  private mutating func takeBandwidth(_ message: SetPeerBandwidth) {
    if let window = sending.limit(message), mayAnswer { send(WindowAcknowledgementSize(window)) }
  }

  /// Sends an acknowledgement if the peer's window requires one.
  private mutating func acknowledge() {
    guard windowOfOther > 0, reader.position - lastAcknowledged >= windowOfOther, mayAnswer else { return }
    lastAcknowledged = reader.position
    var message = Acknowledgement()
    message.sequenceNumber = UInt32(truncatingIfNeeded: reader.position)
    send(control: .acknowledgement, message)
  }

  /// Returns the next message of an aggregate: an FLV tag, followed by a back pointer that is not used.
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
    // Timestamps are relative to the first message, which has the timestamp of the aggregate.
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
  /// - Throws: if a value cannot be encoded.
  public mutating func send(_ command: RTMPCommand, streamID: UInt32 = 0) throws(SyntaxError) {
    let bytes = try command.encoded()
    send(RTMPMessage(.commandAMF0, length: bytes.count, streamID: streamID), bytes, 0..<bytes.count)
  }

  /// Sends a stream event.
  public mutating func send(_ message: UserControlMessage) { send(control: .userControl, message) }

  /// Sends a message with payload `bytes[range]`; its `length` is set accordingly. Ignored if the payload exceeds the maximum of 2^24 − 1
  /// bytes.
  public mutating func send(_ message: RTMPMessage, _ bytes: [UInt8], _ range: Range<Int>) {
    let range = range.clamped(to: 0..<bytes.count)
    guard range.count <= 0xFF_FFFF else { return }
    var message = message
    message.length = range.count
    let before = output.count
    writer.append(message, on: Self.chunkStream(of: message), bytes, range, to: &output.bytes)
    sending.take(output.count - before)
  }

  /// Announces and applies a new chunk size, 1 to 2^24 − 1 bytes.
  public mutating func setChunkSize(_ size: Int) {
    var message = SetChunkSize()
    message.chunkSize = UInt32(clamping: min(max(1, size), 0xFF_FFFF))
    send(control: .setChunkSize, message)
    writer.chunkSize = Int(message.chunkSize)
  }

  /// Sends this side's acknowledgement window.
  public mutating func send(_ message: WindowAcknowledgementSize) { send(control: .windowAcknowledgementSize, message) }

  /// Sends the limit of the peer's unacknowledged bytes.
  public mutating func send(_ message: SetPeerBandwidth) { send(control: .setPeerBandwidth, message) }

  private mutating func send<S: Syntax>(control type: RTMPMessageType, _ message: S) {
    guard let bytes = try? message.encoded() else { return }
    send(RTMPMessage(type, length: bytes.count), bytes, 0..<bytes.count)
  }

  /// Returns the chunk stream of a message: one per type, so that headers stay short.
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
  /// Creates a window of this size.
  public init(_ bytes: UInt32) { acknowledgementWindowSize = bytes }
}
