import BitstreamKit
import TestSupport
import Testing
import NALKit

private let sets: [[UInt8]] = [hex("67 42 00 0A"), hex("68 CE")]

/// With H.264 NAL unit types.
private func conversion(_ framing: NALFraming) -> AccessUnitConversion {
  AccessUnitConversion(into: framing, codec: .h264)
}

/// Converts a sample in pieces of this size.
private func converted(
  _ conversion: AccessUnitConversion, _ sample: [UInt8], size: NALLengthSize = .four, pieces: Int = .max, sets: Bool = false
) throws -> [UInt8] {
  var converter = SampleConverter(conversion, lengthSize: size)
  var bytes: [UInt8] = []
  converter.begin(puttingParameterSets: sets)
  var from = 0
  while from < sample.count {
    let count = min(pieces, sample.count - from)
    // Bytes around the piece must not matter.
    try converter.append([0xEE] + sample[from..<from + count] + [0xEE], 1..<count + 1, to: &bytes)
    from += count
  }
  try converter.end()
  return bytes
}

private func sample(_ units: [[UInt8]], _ framing: NALFraming = .lengths(.four)) throws -> [UInt8] {
  try framed(units, framing) { VideoCodec.h264.isParameterSet($0) || VideoCodec.h264.isDelimiter($0) }
}

@Test(arguments: [1, 2, 3, 5, .max]) func whatStandsInFront(_ pieces: Int) throws {
  let (delimiter, sps, idr, sei): ([UInt8], [UInt8], [UInt8], [UInt8]) = (hex("09 F0"), hex("67 64"), hex("65 88"), hex("06 01"))
  var way = conversion(.shortestStartCodes)
  func expect(_ units: [[UInt8]], _ text: String, sets: Bool = false, _ line: Int = #line) throws {
    #expect(try converted(way, sample(units), pieces: pieces, sets: sets) == hex(text), "line \(line)")
    // A byte stream with the same units gives the same result.
    var bytes: [UInt8] = []
    let stream = try sample(units, .shortestStartCodes)
    try way.appendAnnexB([7] + stream + [0, 0, 0, 1, 9], 1..<stream.count + 1, puttingParameterSets: sets, to: &bytes)
    #expect(bytes == hex(text), "line \(line)")
  }
  try expect([sei, idr, idr], "00000001 0601 000001 6588 000001 6588")
  try expect([delimiter, sps, idr], "00000001 09F0 00000001 6764 000001 6588")
  // A delimiter begins an access unit wherever it is.
  try expect([sei, delimiter, idr], "00000001 0601 00000001 09F0 000001 6588")
  way.parameterSets = sets
  try expect([delimiter, sps, sei, idr], "00000001 09F0 00000001 6764 000001 0601 000001 6588")
  try expect([delimiter, sps, sei, idr], "00000001 09F0 00000001 6742000A 00000001 68CE 000001 0601 000001 6588", sets: true)
  try expect([sps, idr], "00000001 6742000A 00000001 68CE 000001 6588", sets: true)
  way.delimiter = hex("09 30")
  try expect([sps, idr], "00000001 0930 00000001 6764 000001 6588")
  try expect([idr], "00000001 0930 00000001 6742000A 00000001 68CE 000001 6588", sets: true)
  try expect([delimiter, idr], "00000001 09F0 00000001 6742000A 00000001 68CE 000001 6588", sets: true)
  way.removed = [.init(9), .init(6)]
  try expect([delimiter, sei, idr], "00000001 0930 000001 6588")
  try expect([delimiter, sei], "")
  way.framing = .longStartCodes
  try expect([idr, idr], "00000001 0930 00000001 6588 00000001 6588")
  way.framing = .lengths(.four)
  way.delimiter = []
  try expect([idr, sei, idr], "00000002 6588 00000002 6588")
}

/// Converting lengths to a byte stream and back gives the same units, for any division into pieces.
@Test(arguments: 0..<100 as Range<UInt64>) func thereAndBack(_ seed: UInt64) throws {
  var generator = Generator(seed: seed)
  let units = (0...Int(generator.upTo(6))).map { _ in
    // No start codes and no trailing zero, as in all units.
    (0...Int(generator.upTo(200))).map { _ in UInt8(truncatingIfNeeded: generator.next()) | 1 }
  }
  let size = try #require(NALLengthSize(rawValue: [1, 2, 4][Int(seed % 3)]))
  let bytes = try sample(units, .lengths(size))
  for framing in [NALFraming.longStartCodes, .shortestStartCodes] {
    let stream = try converted(conversion(framing), bytes, size: size, pieces: 1 + Int(generator.upTo(40)))
    #expect(try stream == sample(units, framing))
    var back: [UInt8] = []
    try conversion(.lengths(size)).appendAnnexB(stream, 0..<stream.count, to: &back)
    #expect(back == bytes)
  }
  #expect(try converted(conversion(.lengths(.four)), bytes, size: size) == sample(units))
}

@Test func temporalIdsOfDelimiters() throws {
  var way = AccessUnitConversion(into: .longStartCodes, codec: .hevc)
  way.delimiter = hex("46 01 50")
  for pieces in [1, 2, 5, 6, .max] {
    #expect(try converted(way, hex("00000003 020BAA"), pieces: pieces) == hex("00000001 460350 00000001 020BAA"))
    #expect(try converted(way, hex("00000001 02 00000002 0202"), pieces: pieces) == hex("00000001 460050 00000001 02 00000001 0202"))
  }
  var bytes: [UInt8] = []
  try way.appendAnnexB(hex("000001 0204"), 0..<5, to: &bytes)
  #expect(bytes == hex("00000001 460450 00000001 0204"))
}

@Test func whatIsNoAccessUnit() throws {
  var bytes: [UInt8] = []
  let way = conversion(.lengths(.four))
  for text in ["65 88", "65 000001 65", "01"] {
    #expect(throws: SyntaxError.self) { try way.appendAnnexB(hex(text), 0..<hex(text).count, to: &bytes) }
  }
  try way.appendAnnexB([], 0..<0, to: &bytes)
  #expect(bytes.count <= 5)
  let sample = hex("00000002 6588 00000003 418899")
  for length in 1..<sample.count where length != 6 {
    #expect(throws: SyntaxError.self) { try converted(conversion(.longStartCodes), Array(sample[..<length])) }
  }
  // Empty units are dropped.
  #expect(try converted(conversion(.longStartCodes), hex("00000000 00000001 65 00000000"), pieces: 3) == hex("00000001 65"))
  let one = try #require(NALLengthSize(rawValue: 1))
  #expect(throws: SyntaxError.self) { try converted(conversion(.lengths(one)), hex("00000100") + [UInt8](repeating: 1, count: 256)) }
  // State left over from an incomplete sample is discarded.
  var converter = SampleConverter(conversion(.longStartCodes), lengthSize: .four)
  bytes = []
  try converter.append(hex("00000009 65"), 0..<5, to: &bytes)
  #expect(throws: SyntaxError.self) { try converter.end() }
  converter.begin()
  bytes = []
  try converter.append(hex("00000001 41"), 0..<5, to: &bytes)
  try converter.end()
  #expect(bytes == hex("00000001 41"))
}
