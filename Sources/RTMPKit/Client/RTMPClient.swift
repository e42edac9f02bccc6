import BitstreamKit
import FLVKit

/// An event of a client.
public enum RTMPClientEvent: Sendable, Equatable {
  /// The stream is open for sending or receiving.
  case ready
  /// Audio, video or script data of the played stream; the payload is in `connection`.
  case message(RTMPMessage)
  /// A status of the stream: the server's code and description.
  case status(String, String)
  /// The played stream has ended; the server's description.
  case ended(String)
  /// A harmless protocol violation.
  case finding(String)
}

/// A client that publishes or plays a stream, independent of the transport: implements the command sequence.
///
/// Adobe RTMP 1.0 (2012), 7.2 and 7.3; Enhanced RTMP v2, "Enhancing NetConnection connect Command". `releaseStream`, `FCPublish` and
/// `FCUnpublish` are not specified: encoders send them, and some servers wait for them.
public struct RTMPClient: Sendable {
  /// Whether a client publishes or plays.
  public enum Purpose: Sendable, Equatable {
    /// Sends a stream.
    case publish
    /// Receives a stream.
    case play
  }

  private enum Step: Sendable, Equatable { case handshake, connect, createStream, open, ready, closed }

  private static var connectNumber: Double { 1 }
  private static var createStreamNumber: Double { 4 }

  /// The address of the stream.
  public let address: RTMPAddress
  /// Whether the client publishes or plays.
  public let purpose: Purpose
  /// The connection, with the output to send and the payload of messages.
  public var connection: RTMPConnection
  /// Whether the server named codecs by FourCC in its answer to connect, as Enhanced RTMP has it; nil before the answer. Servers that do not
  /// may take such codecs all the same.
  public private(set) var namesCodecs: Bool?
  private var step = Step.handshake
  private var streamID: UInt32 = 0
  /// The event of the message that was taken for the answer to play; its payload is that of the connection.
  private var pending: RTMPClientEvent?

  /// Creates a client in the initial state.
  /// - Parameters:
  ///   - nonce: random bytes, ideally 1,528 of them.
  ///   - usesDigest: whether to sign the handshake.
  public init(_ purpose: Purpose, _ address: RTMPAddress, nonce: [UInt8], usesDigest: Bool = true) {
    self.purpose = purpose
    self.address = address
    connection = RTMPConnection(.client, nonce: nonce, usesDigest: usesDigest)
  }

  /// Whether the stream is open.
  public var isReady: Bool { step == .ready }

  /// The current phase for error messages, such as "the handshake".
  public var phase: String {
    switch step {
    case .handshake: "the handshake"
    case .connect: "connect"
    case .createStream: "createStream"
    case .open: purpose == .publish ? "publish" : "play"
    case .ready: purpose == .publish ? "publishing" : "playing"
    case .closed: "the end"
    }
  }

  /// Returns the next event of `bytes[cursor..<end]`; nil when all of it is consumed.
  /// - Throws: if the server rejects a request or violates the protocol.
  public mutating func next(in bytes: [UInt8], from cursor: inout Int, to end: Int) throws(RTMPError) -> RTMPClientEvent? {
    if let event = pending {
      pending = nil
      return event
    }
    while true {
      let event: RTMPEvent?
      do throws(SyntaxError) { event = try connection.next(in: bytes, from: &cursor, to: end) } catch { throw .malformed(error) }
      guard let event else { return nil }
      if let told = try take(event) { return told }
    }
  }

  private mutating func take(_ event: RTMPEvent) throws(RTMPError) -> RTMPClientEvent? {
    switch event {
    case .open: try connect()
    case .command(let command, _): return try take(command)
    case .message(let message):
      guard purpose == .play, step == .ready || step == .open else { return nil }
      let isMedia = message.type == .audio || message.type == .video
      if isMedia, step == .open {
        // Some servers send no NetStream.Play.Start.
        (step, pending) = (.ready, .message(message))
        return .ready
      }
      if isMedia || message.type == .dataAMF0 { return .message(message) }
    case .userControl(let message):
      if message.event == .streamEOF, purpose == .play, step == .ready { return .ended("the server ended the stream") }
    case .acknowledgement: break
    case .finding(let finding): return .finding(finding)
    }
    return nil
  }

  // MARK: - Responses

  private mutating func take(_ command: RTMPCommand) throws(RTMPError) -> RTMPClientEvent? {
    switch command.name {
    case "_result": return try takeResult(command)
    case "_error":
      let number = command.transaction
      // Unspecified commands may fail.
      if number == 2 || number == 3 || step == .ready {
        let name = number == 2 ? "releaseStream" : number == 3 ? "FCPublish" : "a command"
        return .finding("the server rejected \(name): \(command.code) \(command.words)")
      }
      throw .refused(request: phase, code: command.code, words: command.words)
    case "onStatus": return try takeStatus(command)
    case "close": throw .closed("the server closed the connection during \(phase)")
    default: return nil
    }
  }

  private mutating func takeResult(_ command: RTMPCommand) throws(RTMPError) -> RTMPClientEvent? {
    if step == .connect, command.transaction == Self.connectNumber {
      if command.isError { throw .refused(request: phase, code: command.code, words: command.words) }
      let objects = ([command.commandObject].compactMap { $0 } + command.arguments).compactMap { $0.object }
      namesCodecs = objects.contains { $0["fourCcList"] != nil || $0["videoFourCcInfoMap"] != nil }
      try createStream()
    } else if step == .createStream, command.transaction == Self.createStreamNumber {
      guard let number = command.arguments.first?.doubleValue.flatMap({ UInt32(checked: $0) }) else {
        throw .malformed(SyntaxError(.malformed("the answer to createStream holds no number"), element: "Stream ID", path: ["_result"]))
      }
      streamID = number
      try open()
    }
    return nil
  }

  private mutating func takeStatus(_ command: RTMPCommand) throws(RTMPError) -> RTMPClientEvent? {
    let code = command.code
    if command.isError || Self.failures.contains(code) { throw .refused(request: phase, code: code, words: command.words) }
    switch code {
    case "NetStream.Publish.Start", "NetStream.Play.Start":
      if step == .open {
        step = .ready
        return .ready
      }
    case "NetStream.Play.Stop", "NetStream.Play.UnpublishNotify", "NetStream.Play.Complete":
      if purpose == .play, step == .ready { return .ended("the server ended the stream: \(code)") }
    default: break
    }
    return .status(code, command.words)
  }

  /// Status codes treated as failures regardless of their level.
  private static let failures: [String] = [
    "NetConnection.Connect.Rejected", "NetConnection.Connect.Closed", "NetConnection.Connect.Failed", "NetStream.Publish.BadName",
    "NetStream.Publish.Denied", "NetStream.Play.StreamNotFound", "NetStream.Play.Failed", "NetStream.Failed",
  ]

  // MARK: - Commands

  private mutating func connect() throws(RTMPError) {
    var properties = [
      AMF0Property("app", .string(AMF0String(address.app))), AMF0Property("type", .string("nonprivate")),
      AMF0Property("flashVer", .string(purpose == .publish ? "FMLE/3.0 (compatible; mediaprobe)" : "LNX 9,0,124,2")),
      AMF0Property("tcUrl", .string(AMF0String(address.connectionURL))),
    ]
    if purpose == .play {
      // All codecs, and client-side seeking: the values of a 2008 player, which servers expect.
      properties += [
        AMF0Property("fpad", .boolean(false)), AMF0Property("capabilities", .number(15)), AMF0Property("audioCodecs", .number(4071)),
        AMF0Property("videoCodecs", .number(252)), AMF0Property("videoFunction", .number(1)),
      ]
    }
    let codecs: [AMF0String] = ["avc1", "hvc1", "vvc1", "av01", "vp09", "vp08", "mp4a", "Opus", "fLaC", ".mp3", "ac-3", "ec-3"]
    properties += [
      AMF0Property("objectEncoding", .number(0)), AMF0Property("fourCcList", .strictArray(codecs.map { .string($0) })),
    ]
    try send(RTMPCommand("connect", Self.connectNumber, .object(AMF0Object(properties))))
    step = .connect
  }

  private mutating func createStream() throws(RTMPError) {
    if purpose == .publish {
      let name = AMF0Value.string(AMF0String(address.stream))
      try send(RTMPCommand("releaseStream", 2, .null, [name]))
      try send(RTMPCommand("FCPublish", 3, .null, [name]))
    } else {
      connection.send(WindowAcknowledgementSize(2_500_000))
    }
    try send(RTMPCommand("createStream", Self.createStreamNumber))
    step = .createStream
  }

  private mutating func open() throws(RTMPError) {
    let name = AMF0Value.string(AMF0String(address.stream))
    if purpose == .publish {
      try send(RTMPCommand("publish", 5, .null, [name, .string("live")]), streamID)
    } else {
      // −2: a live stream, or otherwise a recorded one.
      try send(RTMPCommand("play", 5, .null, [name, .number(-2000)]), streamID)
      connection.send(UserControlMessage(.setBufferLength, streamID, 3000))
    }
    step = .open
  }

  /// Sends a part of the published stream: the body of an FLV tag. `onMetaData` is prefixed with the `@setDataFrame` that servers expect.
  public mutating func send(_ type: RTMPMessageType, at time: UInt32, _ body: [UInt8]) {
    guard step == .ready else { return }
    let message = RTMPMessage(type, timestamp: time, length: body.count, streamID: streamID)
    guard type == .dataAMF0, body.starts(with: RTMPTag.onMetaData) else { return connection.send(message, body, 0..<body.count) }
    let whole = [2, 0, 13] + Array("@setDataFrame".utf8) + body
    connection.send(message, whole, 0..<whole.count)
  }

  /// Unpublishes or stops the stream.
  /// - Throws: if a command cannot be encoded.
  public mutating func finish() throws(RTMPError) {
    if step == .ready || step == .open {
      if purpose == .publish { try send(RTMPCommand("FCUnpublish", 6, .null, [.string(AMF0String(address.stream))])) }
      try send(RTMPCommand("deleteStream", 7, .null, [.number(Double(streamID))]))
    }
    step = .closed
  }

  private mutating func send(_ command: RTMPCommand, _ streamID: UInt32 = 0) throws(RTMPError) {
    do throws(SyntaxError) { try connection.send(command, streamID: streamID) } catch { throw .local(ByteError(error.description)) }
  }
}
