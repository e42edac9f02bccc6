import AsyncRTMPKit
import BitstreamKit
import FLVKit
import Foundation
import H264Kit
import RTMPKit
import RTMPTransport
import TestSupport
import Testing
import NALKit

/// The answers of a server that accepts everything.
private func acceptance(_ code: AMF0String = "NetStream.Publish.Start") throws -> [UInt8] {
  var server = RTMPConnection(.server, nonce: [])
  let information = AMF0Object([AMF0Property("level", .string("status")), AMF0Property("code", .string(code))])
  try server.send(RTMPCommand("_result", 1, .null, [.null]))
  try server.send(RTMPCommand("_result", 4, .null, [.number(1)]))
  try server.send(RTMPCommand("onStatus", 0, .null, [.object(information)]), streamID: 1)
  return Array(server.output.bytes[server.output.range])
}

private final class Received: @unchecked Sendable {
  private let lock = NSLock()
  private var bytes: [UInt8] = []
  func append(_ more: [UInt8]) { lock.withLock { bytes += more } }
  var all: [UInt8] { lock.withLock { bytes } }

  /// The bodies of the audio and video messages received, and the names of the commands.
  func messages() throws -> (bodies: [[UInt8]], commands: [String]) {
    var parser = RTMPConnection(.server, nonce: [])
    let sent = [3] + [UInt8](repeating: 0, count: 3072) + all
    var cursor = 0
    var (bodies, commands): ([[UInt8]], [String]) = ([], [])
    while let event = try parser.next(in: sent, from: &cursor, to: sent.count) {
      if case .message(let message) = event, message.type != .dataAMF0 { bodies.append(Array(parser.payload[parser.range])) }
      if case .command(let command, _) = event { commands.append(command.name.text) }
    }
    return (bodies, commands)
  }
}

/// Records what it is sent.
private func recordingServer(_ received: Received, answer: [UInt8]) throws -> ScriptedServer {
  try ScriptedServer { connection, _ in
    guard connection.handshake() else { return }
    connection.write(answer)
    while true {
      let more = connection.read()
      if more.isEmpty { return }
      received.append(more)
    }
  }
}

/// Options without a timeout that counts: in a run of all tests, a task may wait for minutes until it is resumed.
private var patient: RTMPPublisher.Options {
  var options = RTMPPublisher.Options()
  options.timeout = 3_600_000
  return options
}

private func address(_ server: ScriptedServer) throws -> RTMPAddress { try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/x") }

@Test(.timeLimit(.minutes(40))) func samplesArriveInTheirOrder() async throws {
  let received = Received()
  let server = try recordingServer(received, answer: try acceptance())
  let stream = try RTMPStream(to: try address(server), video: .avc, audio: .aac, patient)
  try await stream.connect()
  for number in 0..<200 {
    try await stream.publish(.video(number % 10 == 0 ? .key : .inter, at: Int64(number) * 40), [0, 0, 0, 1, UInt8(number)])
    try await stream.publish(.audio(at: Int64(number) * 40), [UInt8(number)])
  }
  try await stream.finish()
  server.stop()
  let (bodies, commands) = try received.messages()
  #expect(bodies.filter { $0[0] >> 4 != 0xA }.map(\.last) == (0..<200).map { UInt8($0) })
  #expect(bodies.filter { $0[0] >> 4 == 0xA }.map(\.last) == (0..<200).map { UInt8($0) })
  #expect(commands.last == "deleteStream" && stream.dropped == (0, 0))
  await #expect(throws: RTMPError.self) { try await stream.publish(.audio(at: 0), [1]) }
}

/// A source that is not live waits while the server accepts nothing, and stops waiting when it is cancelled.
@Test(.timeLimit(.minutes(40))) func aSlowServerHoldsTheSourceBack() async throws {
  let answer = try acceptance()
  let release = DispatchSemaphore(value: 0)
  let server = try ScriptedServer(receiveBuffer: 1 << 14) { connection, _ in
    guard connection.handshake() else { return }
    connection.write(answer)
    release.wait()
  }
  var options = patient
  options.maximumAge = nil
  let stream = try RTMPStream(to: try address(server), video: .avc, audio: nil, options)
  try await stream.connect()
  let count = Counter()
  let source = Task {
    for number in 0..<10_000 {
      try await stream.publish(.video(.key, at: Int64(number)), [UInt8](repeating: 0, count: 100_000))
      count.increment()
    }
  }
  // The system's buffers take some megabytes.
  var last = -1
  while count.value != last {
    last = count.value
    try await Task.sleep(for: .milliseconds(500))
  }
  #expect(last > 0 && last < 1000)
  source.cancel()
  await #expect(throws: CancellationError.self) { try await source.value }
  release.signal()
  server.stop()
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  func increment() { lock.withLock { count += 1 } }
  var value: Int { lock.withLock { count } }
}

@Test(.timeLimit(.minutes(40))) func aRefusalReachesTheCaller() async throws {
  let received = Received()
  let server = try recordingServer(received, answer: try acceptance("NetStream.Publish.BadName"))
  let stream = try RTMPStream(to: try address(server), video: .avc, audio: nil, patient)
  await #expect(throws: RTMPError.self) { try await stream.connect() }
  await #expect(throws: RTMPError.self) { try await stream.publish(.video(.key, at: 0), [0]) }
  await #expect(throws: RTMPError.self) { try await stream.finish() }
  server.stop()
}

/// Waiting for a server that never answers ends with the task.
@Test(.timeLimit(.minutes(40))) func connectingCanBeCancelled() async throws {
  let release = DispatchSemaphore(value: 0)
  let server = try ScriptedServer { _, _ in release.wait() }
  let stream = try RTMPStream(to: try address(server), video: .avc, audio: nil, patient)
  let task = Task { try await stream.connect() }
  try await Task.sleep(for: .milliseconds(100))
  task.cancel()
  await #expect(throws: CancellationError.self) { try await task.value }
  release.signal()
  server.stop()
}

/// A task that is cancelled already publishes nothing and leaves the stream usable.
@Test(.timeLimit(.minutes(40))) func aCancelledTaskPublishesNothing() async throws {
  let received = Received()
  let server = try recordingServer(received, answer: try acceptance())
  let stream = try RTMPStream(to: try address(server), video: .avc, audio: nil, patient)
  try await stream.connect()
  let task = Task {
    while !Task.isCancelled { await Task.yield() }
    try await stream.publish(.video(.key, at: 0), [7])
  }
  task.cancel()
  await #expect(throws: CancellationError.self) { try await task.value }
  try await stream.publish(.video(.key, at: 0), [8])
  try await stream.finish()
  server.stop()
  #expect(try received.messages().bodies.map(\.last) == [8])
}

/// With a real server: what arrives there has all samples.
@Test(.enabled(if: Nginx.isWanted), .timeLimit(.minutes(40))) func nginxRecordsTheStream() async throws {
  let source = try Places.fixture("bframes.h264")
  let units = AnnexB(source).map { Array($0.bytes) }
  let record = try AVCDecoderConfigurationRecord(parameterSetsOf: units, lengthSize: 4)
  let nginx = try Nginx()
  let folder = try nginx.start(recordingTo: "records")
  let stream = try RTMPStream(to: try RTMPAddress(nginx.address("async")), video: .avc, audio: nil, patient)
  try await stream.connect()
  try await stream.publish(record)
  let slices = units.filter { [1, 5].contains($0[0] & 31) }
  for (number, unit) in slices.enumerated() {
    try await stream.publish(.video(unit[0] & 31 == 5 ? .key : .inter, at: Int64(number) * 40), try avcc(fromAnnexB: [0, 0, 1] + unit))
  }
  try await stream.finish()
  // The server closes its file after the connection.
  var recording: [UInt8] = []
  #expect(
    eventually {
      recording = (try? Data(contentsOf: folder.appending(path: "async.flv"))).map { Array($0) } ?? []
      return videoTagCount(recording) == slices.count + 1
    }, "\(videoTagCount(recording)) video tags of \(slices.count + 1)")
}

private func videoTagCount(_ recording: [UInt8]) -> Int {
  var (reader, count, cursor) = (FLVReader(mode: .bodies, headLength: 0), 0, 0)
  while let event = reader.next(in: recording, from: &cursor, to: recording.count) {
    if case .tag(let tag) = event, tag.header.type == .video { count += 1 }
  }
  return count
}
