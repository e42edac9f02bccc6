import BitstreamKit
import FLVKit
import TestSupport
import Testing

@testable import RTMPKit

/// Two connections after their handshake.
private func pair() throws -> (RTMPConnection, RTMPConnection) {
  var client = RTMPConnection(.client, nonce: noise(1528, seed: 1))
  var server = RTMPConnection(.server, nonce: noise(1528, seed: 2))
  let events = try talk(&client, &server)
  #expect(events.client == [.open] && events.server == [.open] && client.isOpen && server.isOpen)
  return (client, server)
}

@Test func messagesGoBothWays() throws {
  var (client, server) = try pair()
  try client.send(RTMPCommand("connect", 1, .null))
  try server.send(RTMPCommand("_result", 1, .null, [.number(1)]), streamID: 3)
  let body = noise(20000, seed: 3)
  client.send(RTMPMessage(.video, timestamp: 40, length: 0, streamID: 1), body, 0..<body.count)
  let events = try talk(&client, &server)
  #expect(events.client == [.command(RTMPCommand("_result", 1, .null, [.number(1)]), streamID: 3)])
  #expect(
    events.server == [
      .command(RTMPCommand("connect", 1, .null), streamID: 0),
      .message(RTMPMessage(.video, timestamp: 40, length: 20000, streamID: 1)),
    ])
  #expect(Array(server.payload[server.range]) == body)
}

@Test func pingsAreAnswered() throws {
  var (client, server) = try pair()
  server.send(UserControlMessage(.pingRequest, 4711))
  server.send(UserControlMessage(.streamBegin, 1))
  let events = try talk(&client, &server)
  #expect(events.client == [.userControl(UserControlMessage(.pingRequest, 4711)), .userControl(UserControlMessage(.streamBegin, 1))])
  #expect(events.server == [.userControl(UserControlMessage(.pingResponse, 4711))])
}

@Test func whatCameIsAcknowledged() throws {
  var (client, server) = try pair()
  server.send(WindowAcknowledgementSize(5000))
  let body = noise(1000, seed: 1)
  for time in 0..<20 as Range<UInt32> {
    server.send(RTMPMessage(.audio, timestamp: time, length: 0, streamID: 1), body, 0..<body.count)
  }
  var numbers: [UInt32] = []
  let sent = take(&server)
  for range in cuts(sent.count, seed: 1, largest: 700) {
    let part = Array(sent[range])
    var cursor = 0
    while try client.next(in: part, from: &cursor, to: part.count) != nil {}
  }
  for event in try talk(&client, &server).server { if case .acknowledgement(let number) = event { numbers.append(number) } }
  #expect(numbers.count == 4)
  #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 >= 5000 && $1 - $0 < 5800 })
  #expect(UInt64(numbers.last ?? 0) <= client.receivedCount)
}

/// A window holds for a server that acknowledges, and only for one.
@Test func theWindowOfThePeerIsRespected() throws {
  var (client, server) = try pair()
  var limit = SetPeerBandwidth()
  (limit.acknowledgementWindowSize, limit.limitType) = (10000, 2)
  server.send(limit)
  _ = try talk(&client, &server)
  let body = noise(1000, seed: 1)
  func push(_ count: Int) { for _ in 0..<count { client.send(RTMPMessage(.video, length: 0, streamID: 1), body, 0..<body.count) } }
  push(50)
  #expect(client.maySend)
  // The client has sent its window, so the server acknowledges from now on.
  _ = try talk(&client, &server)
  push(50)
  #expect(!client.maySend)
  _ = try talk(&client, &server)
  #expect(client.maySend)
}

@Test func limitsOfAllTypes() {
  var window = RTMPSendWindow()
  func limit(_ size: UInt32, _ type: UInt8) -> UInt32? {
    var message = SetPeerBandwidth()
    (message.acknowledgementWindowSize, message.limitType) = (size, type)
    return window.limit(message)
  }
  #expect(limit(5000, 2) == 5000)
  #expect(limit(4000, 2) == nil)
  #expect(limit(4000, 0) == 4000 && limit(4000, 0) == nil)
  #expect(limit(6000, 2) == 6000)
  #expect(limit(3000, 1) == 3000 && limit(9000, 1) == nil)
}

/// Type 17 is an AMF0 command after one byte, type 15 script data.
@Test func framesOfAMF3() throws {
  var (client, server) = try pair()
  let command = RTMPCommand("connect", 1, .null)
  let bytes = [0] + (try command.encoded())
  client.send(RTMPMessage(.commandAMF3, length: 0), bytes, 0..<bytes.count)
  client.send(RTMPMessage(.dataAMF3, timestamp: 9, length: 0, streamID: 1), [0, 5], 0..<2)
  let events = try talk(&client, &server).server
  #expect(events == [.command(command, streamID: 0), .message(RTMPMessage(.dataAMF0, timestamp: 9, length: 1, streamID: 1))])
  #expect(Array(server.payload[server.range]) == [5])
}

@Test func aggregatesComeApart() throws {
  var (client, server) = try pair()
  // Audio at 100 and a picture at 140 in another time base, each followed by a back pointer.
  let tags = hex("08 000002 000064 00 000001 AF01 0000000D 09 000001 00008C 00 000001 17 0000000C")
  client.send(RTMPMessage(.aggregate, timestamp: 5000, length: 0, streamID: 1), tags, 0..<tags.count)
  client.send(RTMPMessage(.aggregate, timestamp: 6000, length: 0, streamID: 1), tags, 0..<tags.count - 4)
  let sent = take(&client)
  var cursor = 0
  var found: [Whole] = []
  while let event = try server.next(in: sent, from: &cursor, to: sent.count) {
    guard case .message(let message) = event else { continue }
    found.append(Whole(message: message, payload: Array(server.payload[server.range])))
  }
  #expect(found.map(\.message.type) == [.audio, .video, .audio, .video])
  #expect(found.map(\.message.timestamp) == [5000, 5040, 6000, 6040])
  #expect(found.map(\.payload) == [[0xAF, 1], [0x17], [0xAF, 1], [0x17]])
  client.send(RTMPMessage(.aggregate, timestamp: 0, length: 0, streamID: 1), tags, 0..<12)
  #expect(throws: SyntaxError.self) { try talk(&client, &server) }
}

@Test func aChunkSizeIsObeyedAtOnce() throws {
  var (client, server) = try pair()
  let body = noise(9000, seed: 1)
  for size in [1, 200, 70000] {
    client.setChunkSize(size)
    client.send(RTMPMessage(.video, length: 0, streamID: 1), body, 0..<body.count)
    #expect(try talk(&client, &server).server.count == 1 && Array(server.payload[server.range]) == body)
  }
}

/// Any cutting of the bytes gives the same events; damage ends in events or an error.
@Test func anyCuttingAndAnyDamage() throws {
  var (client, server) = try pair()
  let other = server
  try client.send(RTMPCommand("publish", 5, .null, [.string("x"), .string("live")]), streamID: 1)
  client.send(UserControlMessage(.setBufferLength, 1, 3000))
  for index in 0..<5 as Range<UInt64> {
    let body = noise(700, seed: index)
    client.send(RTMPMessage(.video, timestamp: UInt32(index * 40), length: 0, streamID: 1), body, 0..<body.count)
  }
  let sent = take(&client)
  func events(_ bytes: [UInt8], _ pieces: [Range<Int>]) throws -> [RTMPEvent] {
    server = other
    var found: [RTMPEvent] = []
    for piece in pieces {
      let part = Array(bytes[piece])
      var cursor = 0
      while let event = try server.next(in: part, from: &cursor, to: part.count) { found.append(event) }
    }
    return found
  }
  let expected = try events(sent, [0..<sent.count])
  #expect(expected.count == 7)
  for seed in 0..<20 as Range<UInt64> { #expect(try events(sent, cuts(sent.count, seed: seed, largest: 1 + Int(seed) * 9)) == expected) }
  for bit in 0..<min(sent.count * 8, 3000) {
    var flipped = sent
    flipped[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    _ = try? events(flipped, [0..<flipped.count])
  }
}

@Test func outputGoesFromTheFront() {
  var output = RTMPOutput()
  output.bytes += noise(200_000, seed: 1)
  let all = output.bytes
  var sent: [UInt8] = []
  while output.count > 0 {
    sent += output.bytes[output.range].prefix(30_000)
    output.drop(30_000)
  }
  #expect(sent == all && output.range.isEmpty)
}

/// A side that asks for ever and never reads does not fill the memory of the other.
@Test func answersAreBounded() throws {
  var (client, server) = try pair()
  // Eight times 360 KB of answers.
  for time in 0..<20_000 as Range<UInt32> { server.send(UserControlMessage(.pingRequest, time)) }
  let asked = take(&server)
  for _ in 0..<8 {
    var cursor = 0
    while try client.next(in: asked, from: &cursor, to: asked.count) != nil {}
  }
  #expect(client.output.count > 1 << 19 && client.output.count < (1 << 20) + 100)
}
