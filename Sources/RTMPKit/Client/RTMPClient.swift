import BitstreamKit
import FLVKit

/// What a client has to tell.
public enum RTMPClientEvent: Sendable, Equatable {
  /// The stream is open: it can be sent, or comes.
  case ready
  /// Sound, pictures or script data of the stream that is played; the payload is in `connection`.
  case message(RTMPMessage)
  /// The server says something of the stream, its code and words.
  case status(String, String)
  /// The stream that is played has ended, in the server's words.
  case ended(String)
  /// Something that should not be so and does no harm.
  case finding(String)
}

/// A client that publishes a stream or plays one, without the socket: what a server has to be told, and in which order.
///
/// Adobe RTMP 1.0 (2012), 7.2 and 7.3; Enhanced RTMP v2, "Enhancing NetConnection connect Command". `releaseStream`, `FCPublish` and
/// `FCUnpublish` are in no specification: encoders send them, and servers that wait for them exist.
public struct RTMPClient: Sendable {
  /// What the client is for.
  public enum Purpose: Sendable, Equatable {
    /// To send a stream.
    case publish
    /// To receive one.
    case play
  }

  private enum Step: Sendable, Equatable { case handshake, connect, createStream, open, ready, closed }

  private static var connectNumber: Double { 1 }
  private static var createStreamNumber: Double { 4 }

  /// Where the stream is.
  public let address: RTMPAddress
  /// What the client is for.
  public let purpose: Purpose
  /// The connection: what is to be sent, and the payload of messages.
  public var connection: RTMPConnection
  private var step = Step.handshake
  private var streamID: UInt32 = 0

  /// A client that has not connected.
  /// - Parameters:
  ///   - nonce: random bytes, best 1,528 of them.
  ///   - usesDigest: whether the handshake is signed.
  public init(_ purpose: Purpose, _ address: RTMPAddress, nonce: [UInt8], usesDigest: Bool = true) {
    self.purpose = purpose
    self.address = address
    connection = RTMPConnection(.client, nonce: nonce, usesDigest: usesDigest)
  }

  /// Whether the stream is open.
  public var isReady: Bool { step == .ready }

  /// What is awaited, for messages about what failed: "the handshake".
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

  /// The next event of `bytes[cursor..<end]`; nil when all of that is used up.
  /// - Throws: where the server refuses, or makes no sense.
  public mutating func next(in bytes: [UInt8], from cursor: inout Int, to end: Int) throws(RTMPError) -> RTMPClientEvent? {
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
      if message.type == .audio || message.type == .video || message.type == .dataAMF0 { return .message(message) }
    case .userControl(let message):
      if message.event == .streamEOF, purpose == .play, step == .ready { return .ended("the server says that the stream has ended") }
    case .acknowledgement: break
    case .finding(let finding): return .finding(finding)
    }
    return nil
  }

  // MARK: - Answers

  private mutating func take(_ command: RTMPCommand) throws(RTMPError) -> RTMPClientEvent? {
    switch command.name {
    case "_result": return try takeResult(command)
    case "_error":
      let number = command.transaction
      // What is no command of the specification may fail.
      if number == 2 || number == 3 || step == .ready {
        let name = number == 2 ? "releaseStream" : number == 3 ? "FCPublish" : "a command"
        return .finding("the server refuses \(name): \(command.code) \(command.words)")
      }
      throw .refused(request: phase, code: command.code, words: command.words)
    case "onStatus": return try takeStatus(command)
    case "close": throw .closed("the server closes the connection during \(phase)")
    default: return nil
    }
  }

  private mutating func takeResult(_ command: RTMPCommand) throws(RTMPError) -> RTMPClientEvent? {
    if step == .connect, command.transaction == Self.connectNumber {
      if command.isError { throw .refused(request: phase, code: command.code, words: command.words) }
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
      if purpose == .play, step == .ready { return .ended("the server says \(code)") }
    default: break
    }
    return .status(code, command.words)
  }

  /// What is a failure whatever its level is said to be.
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
      // All codecs, and seeking by the client: what a player of 2008 said, on which servers go.
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
      // −2: a live stream, or else a recorded one.
      try send(RTMPCommand("play", 5, .null, [name, .number(-2000)]), streamID)
      connection.send(UserControlMessage(.setBufferLength, streamID, 3000))
    }
    step = .open
  }

  /// Sends a part of the stream that is published: the body of an FLV tag. Metadata get the word before them that servers look for.
  public mutating func send(_ type: RTMPMessageType, at time: UInt32, _ body: [UInt8]) {
    guard step == .ready else { return }
    let message = RTMPMessage(type, timestamp: time, length: body.count, streamID: streamID)
    guard type == .dataAMF0, body.starts(with: RTMPTag.onMetaData) else { return connection.send(message, body, 0..<body.count) }
    let whole = [2, 0, 13] + Array("@setDataFrame".utf8) + body
    connection.send(message, whole, 0..<whole.count)
  }

  /// Takes leave: the stream is no longer published, or played.
  /// - Throws: where a word cannot be written.
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
