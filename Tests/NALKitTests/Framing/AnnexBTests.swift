import BitstreamKit
import TestSupport
import Testing
@testable import NALKit

/// A simple reference parser for Annex B: examines every byte, with the whole stream in memory.
private func referenceUnits(_ bytes: [UInt8]) -> [AnnexBUnit] {
  var codes: [Int] = []
  var i = 0
  while i + 2 < bytes.count {
    if bytes[i] == 0, bytes[i + 1] == 0, bytes[i + 2] == 1 { codes.append(i) }
    i += 1
  }
  return codes.enumerated().map { index, code in
    let hasZeroByte = code > 0 && bytes[code - 1] == 0
    let begin = code + 3
    var stop = index + 1 < codes.count ? codes[index + 1] : bytes.count
    if index + 1 < codes.count, stop > begin, bytes[stop - 1] == 0 { stop -= 1 }
    var end = stop
    while end > begin, bytes[end - 1] == 0 { end -= 1 }
    var head: UInt64 = 0
    for place in begin..<min(end, begin + 8) { head |= UInt64(bytes[place]) << UInt64(56 - 8 * (place - begin)) }
    return AnnexBUnit(
      startCodeOffset: UInt64(hasZeroByte ? code - 1 : code), startCodeLength: hasZeroByte ? 4 : 3, length: UInt64(end - begin),
      trailingZeroBytes: UInt64(stop - end), head: head, headCount: min(8, end - begin))
  }
}

/// Parses the stream in pieces of random size; `pad` bytes around each piece must not matter.
private func parsed(_ bytes: [UInt8], cutting generator: inout Generator, longest: UInt64) -> [AnnexBUnit] {
  var parser = AnnexBParser()
  var units: [AnnexBUnit] = []
  var from = 0
  while from < bytes.count {
    let to = min(bytes.count, from + 1 + Int(generator.upTo(longest)))
    var cursor = 2
    let chunk = [0, 0] + bytes[from..<to] + [0, 1]
    while let unit = parser.next(in: chunk, from: &cursor, to: chunk.count - 2) { units.append(unit) }
    #expect(cursor == chunk.count - 2)
    from = to
  }
  if let last = parser.finish() { units.append(last) }
  #expect(parser.position == UInt64(bytes.count))
  return units
}

/// A stream of few distinct bytes, so that zeros and start codes occur at every position.
private func randomStream(_ generator: inout Generator) -> [UInt8] {
  let zeros = generator.upTo(6)
  return (0..<Int(generator.upTo(400))).map { _ in
    generator.upTo(8) < zeros ? 0 : [1, 1, 2, 3, 0x67, 0xFF][Int(generator.upTo(5))]
  }
}

@Test(arguments: 0..<400 as Range<UInt64>) func anyChunkingGivesTheSameUnits(_ seed: UInt64) {
  var generator = Generator(seed: seed)
  let stream = randomStream(&generator)
  let expected = referenceUnits(stream)
  for longest in [0, 1, 3, 20, 100, 1000] as [UInt64] {
    #expect(parsed(stream, cutting: &generator, longest: longest) == expected, "\(stream)")
  }
}

@Test(arguments: 0..<400 as Range<UInt64>) func collectorGivesEachUnitInOnePiece(_ seed: UInt64) {
  var generator = Generator(seed: seed)
  let stream = randomStream(&generator)
  for longest in [0, 1, 3, 20, 1000] as [UInt64] {
    for limit in [1000, 10] {
      var collector = AnnexBUnitCollector(limit: limit)
      var units: [AnnexBUnit] = []
      func take(_ unit: AnnexBUnitCollector.Unit, _ chunk: [UInt8]) {
        let bytes = Array((unit.isHeld ? collector.held : chunk)[unit.range])
        let whole = Array(stream[Int(unit.position.offset)..<Int(unit.position.offset + unit.position.length)])
        #expect(unit.isCut ? bytes == Array(whole.prefix(limit)) : bytes == whole, "\(stream)")
        units.append(unit.position)
      }
      var from = 0
      while from < stream.count {
        let to = min(stream.count, from + 1 + Int(generator.upTo(longest)))
        let chunk = [9] + stream[from..<to] + [7]
        var cursor = 1
        while let unit = collector.next(in: chunk, from: &cursor, to: chunk.count - 1) { take(unit, chunk) }
        from = to
      }
      if let unit = collector.finish() { take(unit, []) }
      #expect(units == referenceUnits(stream), "\(stream)")
    }
  }
}

@Test func garbageBeforeTheFirstStartCodeIsCounted() {
  func garbage(_ stream: [UInt8]) -> UInt64 {
    var parser = AnnexBParser()
    var cursor = 0
    while parser.next(in: stream, from: &cursor, to: stream.count) != nil {}
    return parser.leadingGarbage
  }
  #expect(garbage([0, 0, 1, 9]) == 0)
  #expect(garbage([0, 0, 0, 0, 0, 1, 9]) == 0)
  #expect(garbage([7, 7, 0, 0, 0, 0, 0, 1, 9]) == 2)
}
