import BitstreamKit
import TestSupport
import Testing
import NALKit

/// All bytes output by a filter, and the extracted units; `replacing` returns the replacement of a unit.
private func run(
  _ stream: [UInt8], chunk size: Int, limit: Int = 1 << 20, wanting: (UInt8) -> Bool, replacing: ([UInt8]) -> [UInt8] = { $0 }
) -> (bytes: [UInt8], units: [[UInt8]]) {
  var filter = AnnexBFilter(limit: limit)
  var (bytes, units): ([UInt8], [[UInt8]]) = ([], [])
  func take(_ event: AnnexBFilter.Event, _ chunk: [UInt8]) {
    switch event {
    case .pass(let range): bytes += chunk[range]
    case .passHeld: bytes += filter.held
    case .unit(let unit, let zeros):
      #expect(UInt64(filter.held.count) == unit.length)
      units.append(filter.held)
      bytes += replacing(filter.held) + [UInt8](repeating: 0, count: Int(zeros))
    }
  }
  for start in stride(from: 0, to: stream.count, by: size) {
    let chunk = Array(stream[start..<min(stream.count, start + size)])
    var cursor = 0
    while let event = filter.next(in: chunk, from: &cursor, to: chunk.count, wanting: wanting) { take(event, chunk) }
    #expect(cursor == chunk.count)
  }
  if let last = filter.finish() { take(last, []) }
  #expect(filter.position == UInt64(stream.count))
  return (bytes, units)
}

/// Garbage, start codes of both lengths, zeros after units, an empty unit, a unit of type 0 whose first byte is zero.
private let stream = hex(
  "AA 00 00 00 01 67 42 00 0A 00 00 00 00 00 01 68 CE 38 80 00 00 01 00 00 01 67 11 22 33 00 00 00 00 00 01 65 00 00 03 00 00 01 00 05 00 00"
)

@Test(arguments: 1...50) func allBytesComeOutInTheirOrder(_ size: Int) {
  for type in [7, 8, 5, 0, 32] as [UInt8] {
    #expect(run(stream, chunk: size, wanting: { $0 & 31 == type }).bytes == stream, "type \(type)")
  }
  #expect(run(stream, chunk: size, wanting: { _ in true }).bytes == stream)
  #expect(run(stream, chunk: size, limit: 2, wanting: { _ in true }).bytes == stream)
}

@Test(arguments: 1...50) func wantedUnitsAreWhole(_ size: Int) {
  #expect(run(stream, chunk: size, wanting: { $0 & 31 == 7 }).units == [hex("67 42 00 0A"), hex("67 11 22 33")])
  #expect(run(stream, chunk: size, wanting: { $0 & 31 == 0 }).units == [hex("00 05")])
  let replaced = run(stream, chunk: size, wanting: { $0 & 31 == 8 }, replacing: { _ in [0x68, 1] }).bytes
  #expect(replaced == Array(stream[..<15]) + [0x68, 1] + Array(stream[19...]))
}

@Test func unitsAreFoundAsTheParserFindsThem() throws {
  let bytes = try Places.fixture("bframes.h264")
  var parser = AnnexBParser()
  var cursor = 0
  var lengths: [Int] = []
  while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) { lengths.append(Int(unit.length)) }
  if let last = parser.finish() { lengths.append(Int(last.length)) }
  for size in [1, 7, 1000, 1 << 20] {
    let (all, units) = run(bytes, chunk: size, wanting: { _ in true })
    #expect(all == bytes && units.map(\.count) == lengths)
  }
}
