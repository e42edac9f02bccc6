import BitstreamKit
import FLVKit
import RTMPKit

/// RTMP: bytes of a peer after a handshake, by chunks and as a whole; and messages that one side sends and the other reads.
func fuzzRTMP(_ input: [UInt8]) throws(Violation) {
  var tape = ByteTape(input)
  let (seed, mode) = (tape.byte(), tape.byte())
  let bytes = tape.rest()
  if mode & 1 == 0 {
    // Any bytes in place of a handshake, and after one.
    let wire = (mode & 2 == 0 ? handshake : []) + bytes
    let role: RTMPRole = mode & 4 == 0 ? .server : .client
    let usesDigest = mode & 8 != 0
    let whole = received([wire], role, usesDigest)
    let parts = received(chunks(of: wire, seed: seed), role, usesDigest)
    try demand(whole == parts, "chunks give other events:\n\(parts)\n\(whole)")
    playAndPublish(wire, seed, usesDigest)
  } else {
    try converse(bytes, seed)
  }
}

/// A source of random bytes.
private let nonce = (0..<1528).map { UInt8(truncatingIfNeeded: $0) }

/// C0, C1 and C2 without digests.
private let handshake = [3] + [UInt8](repeating: 0, count: 2 * 1536)

private struct Received: Equatable, CustomStringConvertible {
  var events: [RTMPEvent] = []
  var payloads: [[UInt8]] = []
  var error: SyntaxError?

  /// What counts: findings come when there is nothing else to tell.
  static func == (a: Received, b: Received) -> Bool { a.events == b.events && a.payloads == b.payloads && a.error == b.error }
  var description: String { "\(events) \(error.map { $0.description } ?? "")" }
}

private func received(_ chunks: [[UInt8]], _ role: RTMPRole, _ usesDigest: Bool) -> Received {
  var connection = RTMPConnection(role, nonce: nonce, usesDigest: usesDigest)
  return received(chunks, &connection)
}

private func received(_ chunks: [[UInt8]], _ connection: inout RTMPConnection) -> Received {
  var result = Received()
  for chunk in chunks {
    var cursor = 0
    do throws(SyntaxError) {
      while let event = try connection.next(in: chunk, from: &cursor, to: chunk.count) {
        if case .finding = event { continue }
        result.events.append(event)
        if case .message = event { result.payloads.append(Array(connection.payload[connection.range])) }
      }
    } catch {
      result.error = error
      break
    }
  }
  return result
}

private func playAndPublish(_ wire: [UInt8], _ seed: UInt8, _ usesDigest: Bool) {
  guard let address = try? RTMPAddress("rtmp://127.0.0.1/live/name") else { return }
  for purpose in [RTMPClient.Purpose.publish, .play] {
    var client = RTMPClient(purpose, address, nonce: nonce, usesDigest: usesDigest)
    for chunk in chunks(of: wire, seed: seed) {
      var cursor = 0
      do {
        while let event = try client.next(in: chunk, from: &cursor, to: chunk.count) {
          if case .ready = event { client.send(.audio, at: 1, [0xAF, 1]) }
        }
      } catch { break }
    }
    _ = (client.phase, client.isReady)
  }
}

/// Messages by the bytes: the other side reads what was sent.
private func converse(_ bytes: [UInt8], _ seed: UInt8) throws(Violation) {
  var tape = ByteTape(bytes)
  var client = RTMPConnection(.client, nonce: nonce, usesDigest: seed & 1 != 0)
  var server = RTMPConnection(.server, nonce: nonce)
  func pass(_ from: inout RTMPConnection, _ to: inout RTMPConnection) throws(Violation) -> Received {
    let sent = Array(from.output.bytes[from.output.range])
    from.output.drop(sent.count)
    let result = received(chunks(of: sent, seed: seed), &to)
    try demand(result.error == nil, "what was sent is refused: \(result)")
    return result
  }
  _ = try pass(&client, &server)
  _ = try pass(&server, &client)
  _ = try pass(&client, &server)
  _ = try pass(&server, &client)
  try demand(client.isOpen && server.isOpen, "the handshake does not end")
  var sent: [RTMPMessage] = []
  var payloads: [[UInt8]] = []
  let types: [RTMPMessageType] = [.audio, .video, .dataAMF0, RTMPMessageType(rawValue: 99)]
  // Chunks of one byte give as many headers: 64 KiB of payloads suffice for all states.
  var byteCount = 0
  while !tape.isAtEnd, sent.count < 256, byteCount < 1 << 16 {
    let operation = tape.byte()
    if operation & 7 == 7 {
      client.setChunkSize(Int(tape.number(2)))
      continue
    }
    var time = UInt32(tape.number(operation & 8 == 0 ? 1 : 4))
    if operation & 16 == 0 { time &+= sent.last?.timestamp ?? 0 }
    let payload = (0..<Int(tape.number(operation & 32 == 0 ? 1 : 2) & 0xFFF)).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ sent.count) }
    let message = RTMPMessage(types[Int(operation & 3)], timestamp: time, length: payload.count, streamID: UInt32(operation >> 6))
    client.send(message, payload, 0..<payload.count)
    sent.append(message)
    byteCount += payload.count
    payloads.append(payload)
  }
  let result = try pass(&client, &server)
  let messages = result.events.compactMap { event -> RTMPMessage? in
    if case .message(let message) = event { return message }
    return nil
  }
  try demand(messages == sent, "messages arrive as \(messages), sent were \(sent)")
  try demand(result.payloads == payloads, "payloads change on their way")
}
