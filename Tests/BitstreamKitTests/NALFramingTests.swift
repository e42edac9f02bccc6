import BitstreamKit
import TestSupport
import Testing

private let units: [[UInt8]] = [hex("09 F0"), hex("67 42 00 0A"), hex("65 88"), [UInt8](repeating: 0x41, count: 300)]

private func isSet(_ byte: UInt8) -> Bool { byte & 31 == 7 }

@Test func prefixesAreThoseAskedFor() throws {
  let pieces: [AccessUnitPiece] = [.unit(0), .unit(1), .unit(2), .made([0x0C, 0x80])]
  let long = try NALFraming.longStartCodes.accessUnit(pieces, of: units)
  #expect(long == hex("00000001 09F0 00000001 6742000A 00000001 6588 00000001 0C80"))
  let short = try NALFraming.shortestStartCodes.accessUnit(pieces, of: units, needsZeroByte: isSet)
  #expect(short == hex("00000001 09F0 00000001 6742000A 000001 6588 000001 0C80"))
  let two = try #require(NALLengthSize(rawValue: 2))
  #expect(try NALFraming.lengths(two).accessUnit(pieces, of: units) == hex("0002 09F0 0004 6742000A 0002 6588 0002 0C80"))
  let one = try #require(NALLengthSize(rawValue: 1))
  #expect(throws: SyntaxError.self) { try NALFraming.lengths(one).accessUnit([.unit(3)], of: units) }
  let three = try #require(NALLengthSize(rawValue: 3))
  #expect(throws: SyntaxError.self) { try NALFraming.lengths(three).accessUnit(pieces, of: units) }
}

/// Converting by offset through windows of any size gives the same as in memory; converting lengths back to start codes restores the
/// stream.
@Test(arguments: [1, 3, 100, 1 << 16], [NALFraming.longStartCodes, .shortestStartCodes, .lengths(.four)])
func positionsGiveTheSame(_ window: Int, _ framing: NALFraming) throws {
  let stream = try NALFraming.shortestStartCodes.accessUnit(units.indices.map { .unit($0) }, of: units, needsZeroByte: isSet)
  var parser = AnnexBParser()
  var cursor = 0
  var found: [NALUnitPosition] = []
  while let unit = parser.next(in: stream, from: &cursor, to: stream.count) { found.append(NALUnitPosition(unit)) }
  if let last = parser.finish() { found.append(NALUnitPosition(last)) }
  let pieces: [AccessUnitPiece] = [.made([9, 0x10])] + units.indices.dropFirst().map { .unit($0) }
  var source = MemorySource(stream)
  var sink = MemorySink()
  try framing.write(pieces, at: found, from: &source, to: &sink, window: window, needsZeroByte: isSet)
  #expect(try sink.bytes == framing.accessUnit(pieces, of: units, needsZeroByte: isSet))
  if framing != .shortestStartCodes { #expect(framing.byteCount(pieces, at: found) == UInt64(sink.bytes.count)) }
  guard case .lengths(let size) = framing else { return }
  var lengths = LengthPrefixedParser(lengthSize: size)
  cursor = 0
  var places: [NALUnitPosition] = []
  while let unit = lengths.next(in: sink.bytes, from: &cursor, to: sink.bytes.count) { places.append(NALUnitPosition(unit, size)) }
  var sample = MemorySource(sink.bytes)
  var back = MemorySink()
  try NALFraming.shortestStartCodes.write(
    places.indices.map { .unit($0) }, at: places, from: &sample, to: &back, window: window, needsZeroByte: isSet)
  #expect(back.bytes[6...] == stream[6...])
}

@Test func aSourceThatEndsInsideOfAUnitIsAnError() {
  var source = MemorySource([1, 2, 3])
  var sink = MemorySink()
  #expect(throws: ByteError.self) {
    try NALFraming.longStartCodes.write([.unit(0)], at: [NALUnitPosition(offset: 1, length: 3)], from: &source, to: &sink)
  }
}

@Test(arguments: 1...20) func splittersHandOverAllBytes(_ size: Int) throws {
  let two = try #require(NALLengthSize(rawValue: 2))
  let sample = try NALFraming.lengths(two).accessUnit([.unit(0), .made([]), .unit(1), .unit(3)], of: units)
  var splitter = LengthPrefixedSplitter(lengthSize: two)
  var found: [[UInt8]] = []
  for start in stride(from: 0, to: sample.count, by: size) {
    let chunk = Array(sample[start..<min(sample.count, start + size)])
    var cursor = 0
    while let event = splitter.next(in: chunk, from: &cursor, to: chunk.count) {
      switch event {
      case .begin: found.append([])
      case .bytes(let range): found[found.count - 1] += chunk[range]
      }
    }
  }
  #expect(found == [units[0], [], units[1], units[3]] && splitter.isBetweenUnits)
}
