import BitstreamKit
import Testing

/// Every code point of ITU-T H.273 has a distinct name; reserved ones have none.
@Test func codePointsHaveNames() {
  let tables: [(name: (UInt8) -> StaticString?, numbers: [UInt8])] = [
    (CodePoints.colourPrimaries, [1, 2] + Array(4...12) + [22]), (CodePoints.transferCharacteristics, [1, 2] + Array(4...18)),
    (CodePoints.matrixCoefficients, [0, 1, 2] + Array(4...17)), (CodePoints.videoFormat, Array(0...5)),
    (CodePoints.chromaFormat, Array(0...3)), (CodePoints.chromaSampleLocation, Array(0...5)),
  ]
  for table in tables {
    #expect((0...UInt8.max).filter { table.name($0) != nil } == table.numbers)
    #expect(Set(table.numbers.compactMap { table.name($0)?.description }).count == table.numbers.count)
  }
}

@Test func ratiosAreReduced() {
  #expect(ExactRatio(60000, 2002)?.reduced == ExactRatio(30000, 1001))
  #expect(ExactRatio(0, 7)?.reduced == ExactRatio(0, 1))
  #expect(ExactRatio(UInt64.max, UInt64.max)?.reduced == ExactRatio(1, 1))
  #expect(ExactRatio(7, 5)?.reduced == ExactRatio(7, 5))
  #expect(ExactRatio(1, 0) == nil)
}
