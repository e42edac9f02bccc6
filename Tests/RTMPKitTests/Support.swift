import BitstreamKit

@testable import RTMPKit

/// Numbers that look random and are the same at each run (SplitMix64).
struct Dice: RandomNumberGenerator {
  var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

func noise(_ count: Int, seed: UInt64) -> [UInt8] {
  var dice = Dice(seed)
  return (0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) }
}

/// A message with its payload.
struct Whole: Equatable {
  var message: RTMPMessage
  var payload: [UInt8]
}

/// Where to cut bytes into pieces.
func cuts(_ count: Int, seed: UInt64, largest: Int) -> [Range<Int>] {
  var dice = Dice(seed)
  var ranges: [Range<Int>] = []
  var next = 0
  while next < count {
    let end = min(count, next + Int.random(in: 1...largest, using: &dice))
    ranges.append(next..<end)
    next = end
  }
  return ranges
}

/// All messages of bytes that come in pieces.
func read(_ bytes: [UInt8], _ pieces: [Range<Int>], chunkSize: Int = 128) throws(SyntaxError) -> [Whole] {
  var reader = ChunkReader()
  reader.chunkSize = chunkSize
  var found: [Whole] = []
  for piece in pieces {
    let part = Array(bytes[piece])
    var cursor = 0
    while let message = try reader.next(in: part, from: &cursor, to: part.count) {
      found.append(Whole(message: message, payload: reader.body))
    }
  }
  return found
}

/// Carries bytes between two connections until neither has anything to say.
/// - Returns: the events of either side.
func talk(_ client: inout RTMPConnection, _ server: inout RTMPConnection) throws -> (client: [RTMPEvent], server: [RTMPEvent]) {
  var events: (client: [RTMPEvent], server: [RTMPEvent]) = ([], [])
  while client.output.count + server.output.count > 0 {
    let up = take(&client)
    var cursor = 0
    while let event = try server.next(in: up, from: &cursor, to: up.count) { events.server.append(event) }
    let down = take(&server)
    cursor = 0
    while let event = try client.next(in: down, from: &cursor, to: down.count) { events.client.append(event) }
  }
  return events
}

/// What a connection has to send.
func take(_ connection: inout RTMPConnection) -> [UInt8] {
  let bytes = Array(connection.output.bytes[connection.output.range])
  connection.output.drop(bytes.count)
  return bytes
}
