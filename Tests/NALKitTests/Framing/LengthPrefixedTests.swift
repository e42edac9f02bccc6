import TestSupport
import Testing

import BitstreamKit
@testable import NALKit

@Test(arguments: 0..<200 as Range<UInt64>, [1, 2, 3, 4]) func anyChunkingFindsTheSameUnits(_ seed: UInt64, _ size: Int) throws {
  var generator = Generator(seed: seed)
  let units = (0..<Int(generator.upTo(6))).map { _ in
    (0..<Int(generator.upTo(size == 1 ? 255 : 400))).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }
  var sample: [UInt8] = []
  for unit in units {
    for shift in stride(from: 8 * (size - 1), through: 0, by: -8) { sample.append(UInt8(truncatingIfNeeded: unit.count >> shift)) }
    sample += unit
  }
  let lengthSize = try #require(NALLengthSize(rawValue: size))
  for longest in [0, 2, 50, 5000] as [UInt64] {
    var parser = LengthPrefixedParser(lengthSize: lengthSize)
    var found: [LengthPrefixedUnit] = []
    var from = 0
    while from < sample.count {
      // Skip optional bytes at random.
      let skip = generator.upTo(1) == 0 ? min(Int(parser.skippable), sample.count - from) : 0
      parser.skip(UInt32(skip))
      from += skip
      let to = min(sample.count, from + 1 + Int(generator.upTo(longest)))
      var cursor = from
      while let unit = parser.next(in: sample, from: &cursor, to: to) { found.append(unit) }
      #expect(cursor == max(from, to))
      from = max(from, to)
    }
    var none = 0
    while let unit = parser.next(in: sample, from: &none, to: 0) { found.append(unit) }
    #expect(parser.finish() == nil)
    #expect(found.map(\.length) == units.map { UInt32($0.count) })
    for (unit, bytes) in zip(found, units) {
      #expect(unit.headCount == min(8, bytes.count))
      for index in 0..<unit.headCount { #expect(UInt8(truncatingIfNeeded: unit.head >> UInt64(56 - 8 * index)) == bytes[index]) }
      #expect(Array(sample[Int(unit.lengthOffset) + size..<Int(unit.lengthOffset) + size + bytes.count]) == bytes)
    }
  }
}

@Test func aSampleThatEndsTooEarlySaysWhere() throws {
  var parser = LengthPrefixedParser(lengthSize: .four)
  var cursor = 0
  let sample: [UInt8] = [0, 0, 0, 1, 9, 0, 0, 0, 5, 0x65, 2]
  #expect(parser.next(in: sample, from: &cursor, to: sample.count)?.length == 1)
  #expect(parser.next(in: sample, from: &cursor, to: sample.count) == nil)
  let ended = parser.finish()
  let end = try #require(ended)
  #expect(end.error.description == "NALUnit (file byte 0x5): truncated: needs 5 bytes, 2 bytes left")
  #expect(end.unit?.headCount == 2)
}

/// What `skip` completes is a unit like any other, and it does not go beyond the unit.
@Test func aSkippedUnitIsReturned() throws {
  let sample = [0, 0, 0, 100] + [UInt8](repeating: 0x65, count: 100) + [0, 0, 0, 1, 9]
  var (parser, cursor) = (LengthPrefixedParser(lengthSize: .four), 0)
  #expect(parser.next(in: sample, from: &cursor, to: 16) == nil && parser.skippable == 88)
  parser.skip(1000)
  #expect(parser.position == 104)
  let unit = parser.next(in: [], from: &cursor, to: 0)
  #expect(unit?.length == 100 && unit?.headCount == 8)
  #expect(parser.finish() == nil)
  cursor = 104
  // A range beyond the chunk ends with the chunk.
  #expect(parser.next(in: sample, from: &cursor, to: 1000)?.length == 1)
  #expect(parser.next(in: sample, from: &cursor, to: 1000) == nil && cursor == sample.count)
}

@Test func lengthsAreWrittenWhereTheyFit() throws {
  for size in 1...4 {
    let lengthSize = try #require(NALLengthSize(rawValue: size))
    var sample: [UInt8] = []
    if size == 3 {
      #expect(throws: SyntaxError.self) { try lengthSize.append([1], to: &sample) }
    } else {
      try lengthSize.append([7, 8], to: &sample)
      #expect(sample == [UInt8](repeating: 0, count: size - 1) + [2, 7, 8])
    }
  }
  var sample: [UInt8] = []
  let one = try #require(NALLengthSize(rawValue: 1))
  #expect(throws: SyntaxError.self) { try one.append([UInt8](repeating: 0, count: 256), to: &sample) }
  #expect(sample.isEmpty)
  #expect(NALLengthSize(rawValue: 0) == nil && NALLengthSize(rawValue: 5) == nil)
}
