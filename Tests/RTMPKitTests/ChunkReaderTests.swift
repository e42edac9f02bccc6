import BitstreamKit
import TestSupport
import Testing

@testable import RTMPKit

/// Messages of all kinds with timestamps that repeat, advance, wrap at 24 and 32 bits and go backwards.
private func messages(seed: UInt64) -> [(Whole, UInt32)] {
  var dice = Dice(seed)
  var time: UInt32 = [0, 0xFF_FFF0, 0xFFFF_FF00].randomElement(using: &dice) ?? 0
  var found: [(Whole, UInt32)] = []
  for index in 0..<40 {
    time &+= [0, 20, 20, 20, 40, 0xFF_FFFE, 0x0100_0000, UInt32.max - 5].randomElement(using: &dice) ?? 0
    let length = [0, 1, 127, 128, 129, 128, 300, 5000].randomElement(using: &dice) ?? 0
    let type = [RTMPMessageType.audio, .video, .dataAMF0].randomElement(using: &dice) ?? .audio
    let message = RTMPMessage(type, timestamp: time, length: length, streamID: index % 13 == 0 ? 7 : 1)
    let stream = [2, 6, 63, 64, 319, 320, 65599].randomElement(using: &dice) ?? 6 as UInt32
    found.append((Whole(message: message, payload: noise(length, seed: seed &+ UInt64(index))), stream))
  }
  return found
}

@Test(arguments: 0..<20 as Range<UInt64>) func whatIsWrittenIsReadHoweverItIsCut(_ seed: UInt64) throws {
  let all = messages(seed: seed)
  var writer = ChunkWriter()
  let size = [13, 64, 128, 4096, 0xFF_FFFF][Int(seed % 5)]
  writer.chunkSize = size
  var bytes: [UInt8] = []
  for (whole, stream) in all { writer.append(whole.message, on: stream, whole.payload, 0..<whole.payload.count, to: &bytes) }
  let expected = all.map(\.0)
  #expect(try read(bytes, [0..<bytes.count], chunkSize: size) == expected)
  for largest in [1, 2, 7, 1000] {
    #expect(try read(bytes, cuts(bytes.count, seed: seed, largest: largest), chunkSize: size) == expected)
  }
}

/// The writer uses each of the four forms: constant sound ends in headers of one byte.
@Test func headersBecomeShort() throws {
  var writer = ChunkWriter()
  var forms: [UInt8] = []
  for time in [0, 20, 40, 60, 90, 50] as [UInt32] {
    var bytes: [UInt8] = []
    writer.append(RTMPMessage(.audio, timestamp: time, length: 2, streamID: 1), on: 4, [1, 2], 0..<2, to: &bytes)
    forms.append(bytes[0] >> 6)
  }
  var bytes: [UInt8] = []
  writer.append(RTMPMessage(.audio, timestamp: 70, length: 3, streamID: 1), on: 4, [1, 2, 3], 0..<3, to: &bytes)
  #expect(forms == [0, 2, 3, 3, 2, 0] && bytes[0] >> 6 == 1)
}

/// Adobe RTMP 1.0, 5.3.2.1: a message of format 3 after one of format 0 adds its timestamp.
@Test func formThreeBehindFormZero() throws {
  let bytes = hex("04 0003E8 000001 08 01000000 AA  C4 BB  84 000014 CC  C4 DD")
  let found = try read(bytes, [0..<bytes.count])
  #expect(found.map(\.message.timestamp) == [1000, 2000, 2020, 2040])
  #expect(found.map(\.payload) == [[0xAA], [0xBB], [0xCC], [0xDD]])
}

/// Chunks of several messages between each other: the example of 5.3.2.2 with another message in the middle.
@Test func messagesBetweenEachOther() throws {
  let video = noise(300, seed: 1)
  var bytes = hex("06 000000 00012C 09 01000000") + video[..<128]
  bytes += hex("04 000005 000002 08 01000000 0102")
  bytes += hex("C6") + video[128..<256] + hex("C4 0304") + hex("C6") + video[256...]
  let found = try read(bytes, [0..<bytes.count])
  #expect(found.map(\.message.type) == [.audio, .audio, .video])
  #expect(found.map(\.message.timestamp) == [5, 10, 0])
  #expect(found.last?.payload == video)
}

/// A chunk of form 3 repeats the extended timestamp, and some senders leave that out: their messages are read as well.
@Test(arguments: [true, false]) func extendedTimestampsInContinuations(_ isRepeated: Bool) throws {
  let payload = noise(300, seed: 3)
  let again = isRepeated ? hex("01000000") : []
  var bytes = hex("06 FFFFFF 00012C 09 01000000 01000000") + payload[..<128]
  bytes += hex("C6") + again + payload[128..<256] + hex("C6") + again + payload[256...]
  // And a message of form 3, whose time goes on by as much.
  bytes += hex("C6") + again + payload[..<128] + hex("C6") + again + payload[128..<256] + hex("C6") + again + payload[256...]
  for largest in [1, 3, 1000] {
    let found = try read(bytes, cuts(bytes.count, seed: 9, largest: largest))
    #expect(found.map(\.payload) == [payload, payload])
    #expect(found.map(\.message.timestamp) == [0x0100_0000, 0x0200_0000])
  }
}

/// Nor do the last chunks of messages have it, however short, once the sender is known for it.
@Test(arguments: [257, 258, 259, 260]) func extendedTimestampsBeforeAShortRest(_ length: Int) throws {
  let payload = noise(length, seed: 4)
  var bytes: [UInt8] = []
  for time in ["01000000", "01000028"] {
    bytes += hex("06 FFFFFF 00") + [UInt8(length >> 8), UInt8(length & 255)] + hex("09 01000000") + hex(time) + payload[..<128]
    bytes += hex("C6") + payload[128..<256] + hex("C6") + payload[256...]
  }
  for largest in [1, 3, 1000] {
    let found = try read(bytes, cuts(bytes.count, seed: 9, largest: largest))
    #expect(found.map(\.payload) == [payload, payload])
    #expect(found.map(\.message.timestamp) == [0x0100_0000, 0x0100_0028])
  }
}

@Test func aMessageThatIsAbortedNeverComes() throws {
  var reader = ChunkReader()
  let begin = hex("06 000000 00012C 09 01000000") + noise(128, seed: 1)
  var cursor = 0
  #expect(try reader.next(in: begin, from: &cursor, to: begin.count) == nil)
  reader.abort(6)
  let next = hex("46 000001 000001 09 EE")
  cursor = 0
  #expect(try reader.next(in: next, from: &cursor, to: next.count)?.length == 1)
  #expect(reader.body == [0xEE])
}

@Test func aMessageWithoutItsEndIsTold() throws {
  var reader = ChunkReader()
  let bytes = hex("06 000000 00012C 09 01000000") + noise(128, seed: 1) + hex("46 000001 000001 09 EE")
  var cursor = 0
  #expect(try reader.next(in: bytes, from: &cursor, to: bytes.count)?.length == 1)
  #expect(reader.takeFinding()?.contains("ends before its length") == true)
}

private func error(_ bytes: [UInt8]) -> SyntaxError? {
  do throws(SyntaxError) { _ = try read(bytes, [0..<bytes.count]) } catch { return error }
  return nil
}

@Test func whatIsNoChunkIsRefused() throws {
  // Bytes 0 to 12 are a message; at 13 chunk stream 5 begins with form 1.
  let unknown = try #require(error(hex("04 000000 000001 08 01000000 AA 45 000000 000001 08 AA")))
  #expect(unknown.description == "Chunk Header: fmt (file byte 0xd): chunk stream 5 starts with format 1, which requires a previous header")
  let large = try #require(error(hex("03 000000 FFFFFF 14 00000000")))
  #expect(large.description.contains("a message of type 20 and 16777215 bytes"))
}

/// Bytes of all chunk streams count together, as they come: what messages announce takes no memory and passes no check.
@Test func messagesWithoutEndAreBounded() throws {
  var reader = ChunkReader()
  reader.chunkSize = 1 << 16
  let part = [UInt8](repeating: 1, count: 1 << 16)
  var fed = 0
  func feed(_ head: [UInt8]) throws(SyntaxError) {
    for piece in [head, part] {
      var cursor = 0
      let message = try reader.next(in: piece, from: &cursor, to: piece.count)
      #expect(message == nil)
    }
    fed += part.count
  }
  do throws(SyntaxError) {
    for round in 0..<255 {
      for stream in 4..<64 as Range<UInt8> { try feed(round == 0 ? [stream] + hex("000000 FFFFFF 09 01000000") : [0xC0 | stream]) }
    }
    Issue.record("messages without end are not bounded")
  } catch { #expect(error.description.contains("more than 20971520 bytes of messages that have no end")) }
  #expect(fed == 20 << 20)
}

/// The largest message there is fits, beside smaller ones on their way.
@Test func theLargestMessageFits() throws {
  var reader = ChunkReader()
  reader.chunkSize = 0xFF_FFFF
  let large = [UInt8](repeating: 1, count: 0xFF_FFFF)
  for piece in [[3] + hex("000000 100000 09 01000000"), [UInt8](large.prefix(1 << 16))] {
    reader.chunkSize = 1 << 16
    var cursor = 0
    #expect(try reader.next(in: piece, from: &cursor, to: piece.count) == nil)
  }
  reader.chunkSize = 0xFF_FFFF
  let bytes = [2] + hex("000000 FFFFFF 09 01000000") + large
  for _ in 0..<3 {
    var cursor = 0
    #expect(try reader.next(in: bytes, from: &cursor, to: bytes.count)?.length == 0xFF_FFFF)
    #expect(reader.body.count == 0xFF_FFFF)
  }
}

@Test func chunkStreamsAreBounded() throws {
  var bytes: [UInt8] = []
  for stream in 0..<65 as Range<UInt8> { bytes += [0, stream] + hex("000000 000000 09 01000000") }
  #expect(error(bytes)?.description.contains("more than 64 chunk streams") == true)
}

@Test func damageEndsInMessagesOrAnError() {
  var writer = ChunkWriter()
  var bytes: [UInt8] = []
  for (whole, stream) in messages(seed: 5).prefix(12) {
    writer.append(whole.message, on: stream, whole.payload.prefix(300).map { $0 }, 0..<min(300, whole.payload.count), to: &bytes)
  }
  for length in 0..<min(bytes.count, 600) { _ = try? read(bytes, [0..<length]) }
  for bit in 0..<min(bytes.count * 8, 4000) {
    var flipped = bytes
    flipped[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    _ = try? read(flipped, [0..<flipped.count])
  }
  for seed in 0..<200 as Range<UInt64> {
    let random = noise(2000, seed: seed)
    let whole = try? read(random, [0..<random.count])
    #expect((try? read(random, cuts(random.count, seed: seed, largest: 5))) == whole)
  }
}
