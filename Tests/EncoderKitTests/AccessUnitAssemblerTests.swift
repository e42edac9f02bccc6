import BitstreamKit
import TestSupport
import Testing

@testable import EncoderKit
import NALKit

private func assemble(
  _ bytes: [UInt8], _ codec: VideoEncoderSettings.Codec, _ framing: EncodedAccessUnit.Framing = .annexB, pieces: Int, expected: UInt64 = 0
) throws(SyntaxError) -> [AccessUnitAssembler.Unit] {
  var assembler = AccessUnitAssembler(codec, framing: framing)
  var units: [AccessUnitAssembler.Unit] = []
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + pieces)
    try assembler.append(Array(bytes[start..<end]))
    while let unit = assembler.next() { units.append(unit) }
    start = end
  }
  try assembler.finish(expected: expected)
  while let unit = assembler.next() { units.append(unit) }
  return units
}

private let streams: [(String, VideoEncoderSettings.Codec)] = [
  ("bframes.h264", .h264), ("interlaced.h264", .h264), ("opengop.hevc", .hevc),
]

@Test(arguments: streams) func piecesMakeNoDifference(name: String, codec: VideoEncoderSettings.Codec) throws {
  let bytes = try Places.fixture(name)
  let whole = try assemble(bytes, codec, pieces: bytes.count)
  #expect(whole.flatMap(\.data) == bytes)
  #expect(whole.compactMap(\.displayIndex).sorted() == (0..<UInt64(whole.count)).map { $0 })
  #expect(whole.first?.isKeyFrame == true && whole.first?.parameterSets?.isEmpty == false)
  for pieces in [1, 5, 1000, 4097] {
    let units = try assemble(bytes, codec, pieces: pieces)
    #expect(units.map(\.data) == whole.map(\.data) && units.map(\.displayIndex) == whole.map(\.displayIndex))
    #expect(units.map(\.parameterSets) == whole.map(\.parameterSets))
  }
  // Parameter sets and start codes gone, lengths instead; the coded slices stay.
  let samples = try assemble(bytes, codec, .lengths, pieces: 100)
  #expect(samples.map(\.displayIndex) == whole.map(\.displayIndex))
  for unit in samples {
    var splitter = LengthPrefixedSplitter(lengthSize: .four)
    var cursor = 0
    while splitter.next(in: unit.data, from: &cursor, to: unit.data.count) != nil {}
    #expect(splitter.isBetweenUnits && !unit.data.isEmpty)
  }
}

@Test(arguments: streams) func anEndThatComesTooSoonLosesWhatIsNotCertain(name: String, codec: VideoEncoderSettings.Codec) throws {
  let bytes = try Places.fixture(name)
  let whole = try assemble(bytes, codec, pieces: bytes.count)
  let cut = Array(bytes.prefix(bytes.count * 2 / 3))
  let units = try assemble(cut, codec, pieces: 999, expected: UInt64(whole.count))
  #expect(units.count > 0 && units.count < whole.count)
  // What is there is whole, and in its place.
  #expect(units.map(\.data) == whole.prefix(units.count).map(\.data))
  #expect(units.map(\.displayIndex) == whole.prefix(units.count).map(\.displayIndex))
}

@Test(arguments: streams) func damagedStreamsAreErrorsOrUnits(name: String, codec: VideoEncoderSettings.Codec) throws {
  let bytes = Array(try Places.fixture(name).prefix(6000))
  for count in stride(from: 0, to: 400, by: 1) { _ = try? assemble(Array(bytes.prefix(count)), codec, pieces: 64) }
  var random: UInt64 = 0x9E37_79B9_7F4A_7C15
  for _ in 0..<400 {
    var damaged = bytes
    for _ in 0..<4 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let bit = Int(random >> 33) % (min(bytes.count, 2000) * 8)
      damaged[bit / 8] ^= 1 << (bit % 8)
    }
    _ = try? assemble(damaged, codec, .lengths, pieces: 777)
    _ = try? assemble(damaged, codec == .h264 ? .hevc : .h264, pieces: 777)
  }
}

@Test func whatIsNoStreamIsRefused() {
  #expect(throws: SyntaxError.self) { try assemble(Array("Dear reader".utf8), .h264, pieces: 3) }
  #expect(throws: SyntaxError.self) { try assemble([UInt8](repeating: 0x61, count: 200_000), .h264, pieces: 4096) }
  #expect(throws: SyntaxError.self) { try assemble([1, 0, 0, 0, 1, 0x67, 1, 2], .h264, pieces: 8) }
  #expect((try? assemble([], .hevc, pieces: 8))?.isEmpty == true)
}
