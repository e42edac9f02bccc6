import AsyncRTMPKit
import BitstreamKit
import FLVKit
import Foundation
import RTMPKit
import Testing

/// What a server sends to a client that plays: the handshake, the answers, and three messages.
private func conversation() throws -> [UInt8] {
  var server = RTMPConnection(.server, nonce: [])
  let start = AMF0Object([AMF0Property("level", .string("status")), AMF0Property("code", .string("NetStream.Play.Start"))])
  let stop = AMF0Object([AMF0Property("level", .string("status")), AMF0Property("code", .string("NetStream.Play.Stop"))])
  try server.send(RTMPCommand("_result", 1, .null, [.null]))
  try server.send(RTMPCommand("_result", 4, .null, [.number(1)]))
  try server.send(RTMPCommand("onStatus", 0, .null, [.object(start)]), streamID: 1)
  for number in 0..<3 as Range<UInt8> {
    let body: [UInt8] = [0xAF, 1, number]
    server.send(RTMPMessage(.audio, timestamp: UInt32(number) * 23, length: body.count, streamID: 1), body, 0..<body.count)
  }
  try server.send(RTMPCommand("onStatus", 0, .null, [.object(stop)]), streamID: 1)
  return [3] + [UInt8](repeating: 0, count: 3072) + Array(server.output.bytes[server.output.range])
}

private final class Sent: @unchecked Sendable {
  private let lock = NSLock()
  private var bytes: [UInt8] = []
  func append(_ more: [UInt8]) { lock.withLock { bytes += more } }
  var all: [UInt8] { lock.withLock { bytes } }
}

private func chunks(_ bytes: [UInt8], of size: Int) -> AsyncStream<ArraySlice<UInt8>> {
  AsyncStream { continuation in
    for start in stride(from: 0, to: bytes.count, by: size) { continuation.yield(bytes[start..<min(bytes.count, start + size)]) }
    continuation.finish()
  }
}

@Test(arguments: [1, 100, 1 << 20]) func eventsDoNotDependOnTheChunks(_ size: Int) async throws {
  let client = RTMPClient(.play, try RTMPAddress("rtmp://host/live/x"), nonce: [], usesDigest: false)
  let sent = Sent()
  var (times, bodies, isReady, end): ([Int64], [[UInt8]], Bool, String?) = ([], [], false, nil)
  for try await event in chunks(try conversation(), of: size).rtmpEvents(client, send: { sent.append($0) }) {
    switch event {
    case .ready: isReady = true
    case .tag(let tag):
      times.append(tag.time)
      bodies.append(tag.body)
    case .ended(let words): end = words
    case .status, .finding: break
    }
  }
  #expect(isReady && times == [0, 23, 46] && bodies == [[0xAF, 1, 0], [0xAF, 1, 1], [0xAF, 1, 2]] && end != nil)
  var parser = RTMPConnection(.server, nonce: [])
  var (cursor, names): (Int, [String]) = (0, [])
  let all = sent.all
  while let event = try parser.next(in: all, from: &cursor, to: all.count) {
    if case .command(let command, _) = event { names.append(command.name.text) }
  }
  #expect(names == ["connect", "createStream", "play"])
}

@Test func errorsOfSendEndTheSequence() async throws {
  let client = RTMPClient(.play, try RTMPAddress("rtmp://host/live/x"), nonce: [], usesDigest: false)
  var iterator = chunks(try conversation(), of: 1000).rtmpEvents(client, send: { _ in throw ByteError("lost") }).makeAsyncIterator()
  await #expect(throws: ByteError.self) { _ = try await iterator.next() }
  #expect(try await iterator.next() == nil)
}

@Test func aRefusedRequestIsAnError() async throws {
  var server = RTMPConnection(.server, nonce: [])
  let refusal = AMF0Object([AMF0Property("level", .string("error")), AMF0Property("code", .string("NetConnection.Connect.Rejected"))])
  try server.send(RTMPCommand("_error", 1, .null, [.object(refusal)]))
  let bytes = [3] + [UInt8](repeating: 0, count: 3072) + Array(server.output.bytes[server.output.range])
  let client = RTMPClient(.play, try RTMPAddress("rtmp://host/live/x"), nonce: [], usesDigest: false)
  await #expect(throws: RTMPError.self) {
    for try await _ in chunks(bytes, of: 100).rtmpEvents(client, send: { _ in }) {}
  }
}
