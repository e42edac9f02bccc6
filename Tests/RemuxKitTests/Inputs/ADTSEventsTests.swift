import AACKit
import BitstreamKit
@testable import RemuxKit
import TestSupport
import Testing

/// The events of a parser that gets all bytes in one chunk.
private func events(of bytes: [UInt8]) -> [ADTSParser.Event] {
  var parser = ADTSParser()
  var cursor = 0
  var found: [ADTSParser.Event] = []
  while let event = parser.next(in: bytes, from: &cursor, to: bytes.count) { found.append(event) }
  while let event = parser.finish() { found.append(event) }
  return found
}

/// Reading in chunks with seeks gives the events of the whole stream: with garbage in front, an ID3 tag larger than a chunk, and an end
/// inside a frame.
@Test func eventsOfASourceAreThoseOfTheStream() throws {
  let tone = try Places.fixture("tone.aac")
  let many = [UInt8]((0..<1 + 300_000 / tone.count).map { _ in tone }.joined())
  // The size of an ID3v2 tag has seven bits a byte: 100,000.
  let tag = Array("ID3".utf8) + [4, 0, 0, 0, 6, 13, 32] + [UInt8](repeating: 0xFF, count: 100_000)
  for bytes in [[], tone, many, tag + many, [1, 2, 3] + many, many.dropLast(5), tag.dropLast(1), tone + [0x55] + many] as [[UInt8]] {
    var reader = ADTSEvents(AnyByteSource(MemorySource(bytes)))
    var found: [ADTSParser.Event] = []
    while let event = try reader.next() { found.append(event) }
    let areEqual = found == events(of: bytes)
    #expect(areEqual, "\(bytes.count) bytes, the last event is \(String(describing: found.last))")
  }
}
