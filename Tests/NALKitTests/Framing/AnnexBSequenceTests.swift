import BitstreamKit
import TestSupport
import Testing
import NALKit

private let stream: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0, 0, 0, 1, 0x67, 0x42, 0, 0, 0, 0, 1, 0x68]

@Test func annexBSequenceHasTheUnitsOfTheParser() throws {
  let units = Array(AnnexB(stream))
  #expect(units.map { Array($0.bytes) } == [[0x09, 0xF0], [0x67, 0x42], [0x68]])
  #expect(units.map(\.range) == [4..<6, 9..<11, 16..<17])
  #expect(units.map(\.prefixLength) == [4, 3, 4])
  #expect(units.allSatisfy { Array(stream[$0.range]) == Array($0.bytes) })
  for fixture in ["bframes.h264", "opengop.hevc"] {
    let bytes = try Places.fixture(fixture)
    var (parser, cursor, expected) = (AnnexBParser(), 0, [Range<Int>]())
    while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) ?? parser.finish() {
      expected.append(Int(unit.offset)..<Int(unit.offset + unit.length))
    }
    #expect(AnnexB(bytes).map(\.range) == expected)
    #expect(!expected.isEmpty)
  }
}

@Test func annexBSequenceTakesEveryKindOfBytes() {
  let expected = AnnexB(stream).map { Array($0.bytes) }
  let padded = [1, 2, 3] + stream + [0, 0, 1, 5]
  let slice = padded[3..<3 + stream.count]
  #expect(AnnexB(slice).map { Array($0.bytes) } == expected)
  // Ranges are indices of the slice.
  #expect(AnnexB(slice).map { Array(slice[$0.range]) } == expected)
  let buffer = unsafe stream.withUnsafeBytes { unsafe AnnexB($0).map { Array($0.bytes) } }
  #expect(buffer == expected)
  #expect(AnnexB(stream.span).map { Array($0.bytes) } == expected)
  let raw = unsafe AnnexB(stream.span.bytes).map { Array($0.bytes) }
  #expect(raw == expected)
}

@Test func annexBSequenceReportsBytesBeforeTheFirstStartCode() {
  #expect(AnnexB(stream).leadingGarbage == 0)
  #expect(AnnexB([0, 0] + stream).leadingGarbage == 0)
  #expect(AnnexB([7, 7] + stream).leadingGarbage == 2)
  #expect(AnnexB([1, 2, 3, 4, 5]).leadingGarbage == 5)
  #expect(Array(AnnexB([1, 2, 3, 4, 5])).isEmpty)
  #expect(Array(AnnexB([])).isEmpty && AnnexB([]).leadingGarbage == 0)
  // A stream that is only a start code has one empty unit.
  #expect(AnnexB([0, 0, 1]).map(\.range) == [3..<3])
}

@Test func annexBSequenceIsLazyAndRepeatable() {
  let sequence = AnnexB(stream)
  #expect(sequence.first { $0.bytes.first == 0x67 }?.range == 9..<11)
  #expect(Array(sequence) == Array(sequence))
  var iterator = sequence.makeIterator()
  while iterator.next() != nil {}
  #expect(iterator.next() == nil)
}
