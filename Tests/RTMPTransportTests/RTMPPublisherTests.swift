import BitstreamKit
import FLVKit
import Foundation
import RTMPKit
import RTMPTransport
import TestSupport
import Testing

/// What a server says to a client that publishes or plays, all at once.
func answers(_ code: AMF0String) throws -> RTMPConnection {
  var server = RTMPConnection(.server, nonce: [])
  let information = AMF0Object([AMF0Property("level", .string("status")), AMF0Property("code", .string(code))])
  try server.send(RTMPCommand("_result", 1, .null, [.null]))
  try server.send(RTMPCommand("_result", 4, .null, [.number(1)]))
  try server.send(RTMPCommand("onStatus", 0, .null, [.object(information)]), streamID: 1)
  return server
}

func bytes(_ server: RTMPConnection) -> [UInt8] { Array(server.output.bytes[server.output.range]) }

final class Received: @unchecked Sendable {
  private let lock = NSLock()
  private var bytes: [UInt8] = []
  func append(_ more: [UInt8]) { lock.withLock { bytes += more } }
  var all: [UInt8] { lock.withLock { bytes } }
}

private func picture(_ number: Int, isKey: Bool) -> RTMPTag {
  RTMPTag(.video, at: Int64(number) * 40, [isKey ? 0x17 : 0x27, 1, 0, 0, 0, UInt8(number)])
}

/// By name, which may resolve to an address without a listener before the one with the server.
@Test(arguments: ["127.0.0.1", "localhost"]) func whatIsPushedArrives(_ host: String) throws {
  let hello = try bytes(answers("NetStream.Publish.Start"))
  let received = Received()
  let server = try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(hello)
    while true {
      let more = connection.read()
      if more.isEmpty { return }
      received.append(more)
    }
  }
  let publisher = RTMPPublisher(try RTMPAddress("rtmp://\(host):\(server.port)/live/x")) { _ in }
  try publisher.connect()
  for number in 0..<100 { publisher.push(picture(number, isKey: number % 10 == 0)) }
  #expect(publisher.run(until: monotonicMilliseconds() + 5) == .time)
  try publisher.finish()
  server.stop()
  #expect(publisher.failure == nil && publisher.queue.sentPictures == 100 && publisher.queue.droppedPictures == 0)

  var parser = RTMPConnection(.server, nonce: [])
  let sent = [3] + [UInt8](repeating: 0, count: 3072) + received.all
  var cursor = 0
  var (numbers, names): ([UInt8], [String]) = ([], [])
  while let event = try parser.next(in: sent, from: &cursor, to: sent.count) {
    if case .message = event { numbers.append(parser.payload[parser.range].last ?? 0) }
    if case .command(let command, _) = event { names.append(command.name.text) }
  }
  #expect(numbers == Array(0..<100))
  #expect(names == ["connect", "releaseStream", "FCPublish", "createStream", "publish", "FCUnpublish", "deleteStream"])
}

/// Nobody waits for a server that reads nothing: time comes, and pictures go.
@Test func aServerThatTakesNothingHoldsNobodyUp() throws {
  let hello = try bytes(answers("NetStream.Publish.Start"))
  let release = DispatchSemaphore(value: 0)
  let server = try ScriptedServer(receiveBuffer: 1 << 14) { connection, _ in
    guard connection.handshake() else { return }
    connection.write(hello)
    release.wait()
  }
  var options = RTMPPublisher.Options()
  options.maximumAge = 50
  let publisher = RTMPPublisher(try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/x"), options) { _ in }
  try publisher.connect()
  for number in 0..<60 {
    publisher.push(RTMPTag(.video, at: Int64(number) * 10, [number % 10 == 0 ? 0x17 : 0x27, 1] + [UInt8](repeating: 0, count: 200_000)))
    #expect(publisher.run(until: monotonicMilliseconds() + 10) == .time)
    #expect(publisher.queue.byteCount <= 1 << 24)
  }
  #expect(publisher.queue.droppedPictures > 10 && publisher.queue.longestWait <= 50)
  release.signal()
  try? publisher.finish()
  server.stop()
}

/// The largest numbers mean no limit.
@Test func waitsWithoutLimitEndWithTheStream() throws {
  let hello = try bytes(answers("NetStream.Publish.Start"))
  let server = try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(hello)
    while !connection.read().isEmpty {}
  }
  var options = RTMPPublisher.Options()
  (options.timeout, options.maximumAge) = (.max, .max)
  let publisher = RTMPPublisher(try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/x"), options) { _ in }
  publisher.push(RTMPTag(.video, at: 0, [0x17, 1]))
  try publisher.connect()
  #expect(publisher.run(until: monotonicMilliseconds() + 20) == .time)
  try publisher.finish()
  server.stop()
}

/// A server that closes with media unread has lost it, unless it has said that the stream has ended.
@Test(arguments: [false, true]) func mediaThatIsNotReadIsLost(isConfirmed: Bool) throws {
  let hello = try bytes(answers("NetStream.Publish.Start"))
  var goodbye = RTMPConnection(.server, nonce: [])
  let information = AMF0Object([
    AMF0Property("level", .string("status")), AMF0Property("code", .string("NetStream.Unpublish.Success")),
  ])
  try goodbye.send(RTMPCommand("onStatus", 0, .null, [.object(information)]), streamID: 1)
  let last = bytes(goodbye)
  let isSent = DispatchSemaphore(value: 0)
  let server = try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(hello)
    _ = connection.read(1000)
    isSent.wait()
    // The client is waiting for the end by then.
    Thread.sleep(forTimeInterval: 0.3)
    if isConfirmed { connection.write(last) }
  }
  let publisher = RTMPPublisher(try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/x")) { _ in }
  try publisher.connect()
  for number in 0..<200 { publisher.push(picture(number, isKey: number % 10 == 0)) }
  #expect(publisher.run(until: monotonicMilliseconds() + 50) == .time)
  isSent.signal()
  if isConfirmed { try publisher.finish() } else { #expect(throws: RTMPError.self) { try publisher.finish() } }
  server.stop()
}

@Test func aServerThatClosesIsToldOnce() throws {
  let hello = try bytes(answers("NetStream.Publish.Start"))
  let server = try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(hello)
    _ = connection.read()
  }
  let publisher = RTMPPublisher(try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/x")) { _ in }
  try publisher.connect()
  #expect(publisher.run(until: monotonicMilliseconds() + 20_000) == .lost)
  #expect(publisher.failure != nil)
  #expect(publisher.run(until: monotonicMilliseconds() + 5) == .time)
  #expect(throws: RTMPError.self) { try publisher.finish() }
  server.stop()
}

/// A server's window is a promise to acknowledge; one that does not keep it is given up.
@Test func aServerThatStopsAcknowledging() throws {
  var script = try answers("NetStream.Publish.Start")
  var limit = SetPeerBandwidth()
  (limit.acknowledgementWindowSize, limit.limitType) = (1000, 0)
  script.send(limit)
  var acknowledgement = Acknowledgement()
  acknowledgement.sequenceNumber = 1
  let number = try acknowledgement.encoded()
  script.send(RTMPMessage(.acknowledgement, length: 4), number, 0..<4)
  let hello = bytes(script)
  let server = try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(hello)
    while !connection.read().isEmpty {}
  }
  var options = RTMPPublisher.Options()
  // Three seconds of a clock that makes them 150 ms.
  (options.maximumAge, options.timeout, options.clock) = (nil, 3000, RTMPClock(speed: 20))
  let publisher = RTMPPublisher(try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/x"), options) { _ in }
  try publisher.connect()
  for number in 0..<20 { publisher.push(RTMPTag(.video, at: Int64(number), [0x17, 1] + [UInt8](repeating: 0, count: 9000))) }
  #expect(publisher.run(until: options.clock.now + 400_000) == .lost)
  #expect(publisher.failure?.description.contains("sent no acknowledgement") == true, "\(publisher.failure?.description ?? "")")
  server.stop()
}

@Test func aStreamIsPlayedUntilItsEnd() throws {
  var script = try answers("NetStream.Play.Start")
  for number in 0..<50 as Range<UInt8> {
    script.send(RTMPMessage(.audio, timestamp: UInt32(number), length: 0, streamID: 1), [0xAF, 1, number], 0..<3)
  }
  script.send(UserControlMessage(.streamEOF, 1))
  let hello = bytes(script)
  let server = try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(hello)
    while !connection.read().isEmpty {}
  }
  let player = RTMPPlayer(try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/x")) { _ in }
  var found: [UInt8] = []
  let end = try player.run { (type, time, bytes, range) throws(RTMPError) in
    #expect(type == .audio && time == UInt32(found.count))
    found.append(bytes[range.upperBound - 1])
    return true
  }
  #expect(found == Array(0..<50))
  if case .stream = end {} else { Issue.record("\(end)") }
  var count = 0
  let early = try player.run { (_, _, _, _) throws(RTMPError) in
    count += 1
    return count < 10
  }
  #expect(early == .enough && count == 10)
  server.stop()
}

/// A connection that the server closes during playback is not the end of the stream as the server tells it.
@Test func aClosedConnectionIsNoEndOfTheStream() throws {
  var script = try answers("NetStream.Play.Start")
  script.send(RTMPMessage(.audio, timestamp: 0, length: 0, streamID: 1), [0xAF, 1, 7], 0..<3)
  let hello = bytes(script)
  let server = try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(hello)
    // Leaves when the client has asked for the stream.
    var asked: [UInt8] = []
    while !String(decoding: asked, as: UTF8.self).contains("play") {
      let more = connection.read()
      if more.isEmpty { break }
      asked += more
    }
  }
  let player = RTMPPlayer(try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/x")) { _ in }
  var count = 0
  let end = try player.run { (_, _, _, _) throws(RTMPError) in
    count += 1
    return true
  }
  #expect(count == 1)
  if case .closed(let why) = end { #expect(why.contains("closed")) } else { Issue.record("\(end)") }
  server.stop()
}

/// Times around 2^24 milliseconds, where they take another form, and around 2^32, where they begin anew: the server's own recording
/// decodes to the same frames as the source.
@Test(.enabled(if: Program.has("ffmpeg") && Nginx.isWanted), arguments: [0xFF_FFFF - 500, 0xFFFF_FFFF - 500] as [Int64])
func timesThatAreLarge(_ start: Int64) throws {
  let server = try Nginx()
  let records = try server.start(recordingTo: "records")
  let source = Places.fixtures.appending(path: "avc_aac.flv")
  let bytes = [UInt8](try Data(contentsOf: source))
  let publisher = RTMPPublisher(try RTMPAddress(server.address("x"))) { _ in }
  try publisher.connect()
  var reader = FLVReader(mode: .bodies, headLength: 0)
  var (cursor, header, body) = (0, TagHeader(), [] as [UInt8])
  while let event = reader.next(in: bytes, from: &cursor, to: bytes.count) {
    switch event {
    case .tag(let tag): (header, body) = (tag.header, [])
    case .body(let range): body += bytes[range]
    case .tagEnd: publisher.push(RTMPTag(header.type, at: start + Int64(header.milliseconds), body))
    default: break
    }
  }
  try publisher.finish()
  func frames(_ path: String) throws -> [Substring] {
    let result = try Program.run("ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-vsync", "0", "-f", "framemd5", "-"])
    return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
  }
  let expected = try frames(source.path)
  let recorded = records.appending(path: "x.flv").path
  #expect(expected.count > 10)
  #expect(eventually { (try? frames(recorded)) == expected })
}
