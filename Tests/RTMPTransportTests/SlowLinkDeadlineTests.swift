import FLVKit
import Foundation
import RTMPKit
import RTMPTransport
import TestSupport
import Testing

/// A minute of a link at half the bit rate of the stream, by a clock that makes it three seconds.
@Test func aSlowLinkIsBoundedForAMinute() throws {
  let clock = RTMPClock(speed: 20)
  // 25 pictures of 40,000 bytes per second of the clock.
  let (count, size) = (1500, 40_000)
  let hello = try bytes(answers("NetStream.Publish.Start"))
  let received = Received()
  let server = try ScriptedServer(receiveBuffer: 1 << 16) { connection, _ in
    guard connection.handshake() else { return }
    connection.write(hello)
    while true {
      let more = connection.read(1 << 14)
      if more.isEmpty { return }
      received.append(more)
      Thread.sleep(forTimeInterval: Double(more.count) / Double(25 * size / 2) / Double(clock.speed))
    }
  }
  var options = RTMPPublisher.Options()
  // The clock runs on while the test waits for a processor, which is not a failure of the server.
  (options.clock, options.timeout) = (clock, 600_000)
  let publisher = RTMPPublisher(try RTMPAddress("rtmp://127.0.0.1:\(server.port)/live/x"), options) { _ in }
  try publisher.connect()
  let start = clock.now
  var most = 0
  for number in 0..<count {
    #expect(publisher.run(until: start + Int64(number) * 40) == .time)
    let head: [UInt8] = [number % 25 == 0 ? 0x17 : 0x27, 1, 0, 0, 0, UInt8(number >> 8), UInt8(number & 255)]
    publisher.push(RTMPTag(.video, at: Int64(number) * 40, head + [UInt8](repeating: 0, count: size - head.count)))
    most = max(most, publisher.queue.byteCount)
  }
  let elapsed = clock.now - start
  try publisher.finish()
  server.stop()
  #expect(elapsed >= 59_000)
  // Three seconds of the stream are 3 MB; a test that waits for a processor pushes several pictures at once.
  #expect(most > 1_000_000 && most < 8_000_000, "\(most) bytes")
  let queue = publisher.queue
  #expect(queue.longestWait > 1000 && queue.longestWait <= 3000, "\(queue.longestWait) ms")
  #expect(queue.sentPictures + queue.droppedPictures == UInt64(count) && queue.droppedPictures > 300, "\(queue.droppedPictures)")

  var parser = RTMPConnection(.server, nonce: [])
  let sent = [3] + [UInt8](repeating: 0, count: 3072) + received.all
  var (cursor, numbers): (Int, [Int]) = (0, [])
  while let event = try parser.next(in: sent, from: &cursor, to: sent.count) {
    guard case .message(let message) = event, message.type == .video else { continue }
    let body = parser.payload[parser.range].prefix(7)
    numbers.append(Int(body[body.startIndex + 5]) << 8 | Int(body[body.startIndex + 6]))
  }
  #expect(numbers.count == Int(queue.sentPictures))
  // After a gap comes a picture that needs no other.
  for (number, next) in zip(numbers, numbers.dropFirst()) where next != number + 1 {
    #expect(next > number && next % 25 == 0, "\(next) after \(number)")
  }
}
