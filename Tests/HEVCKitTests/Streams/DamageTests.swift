import BitstreamKit
import Foundation
import HEVCKit
import TestSupport
import Testing

/// Properties that hold for any bytes.
private func checkSense(_ list: PictureList, _ count: Int) {
  #expect(list.pictures.map(\.index) == Array(0..<UInt64(list.pictures.count)))
  let numbers = list.displayed.compactMap(\.displayIndex)
  #expect(numbers == Array(0..<UInt64(numbers.count)))
  for picture in list.pictures {
    #expect(picture.offset + picture.size <= UInt64(count))
    #expect(picture.isOutput || picture.displayIndex == nil)
  }
}

/// Flipped bits and truncation of every file give pictures or findings, never a trap.
@Test(.enabled(if: Places.corpus != nil), arguments: streams) func damagedFilesGivePictures(path: String) throws {
  var bytes = try Places.corpusFile(path)
  // The start of a long file is sufficient and keeps the test short.
  bytes = Array(bytes.prefix(40_000))
  var random = SystemRandomNumberGenerator.seeded(path)
  let headers = unitPlaces(bytes).map(\.start.header)
  for round in 0..<60 {
    var damaged = bytes
    for _ in 0..<(round % 12 + 1) {
      // Mostly in headers and parameter sets.
      let near = headers.isEmpty ? 0 : headers[Int(random.next() % UInt64(headers.count))]
      let place = round % 3 == 0 ? Int(random.next() % UInt64(max(1, bytes.count))) : min(bytes.count - 1, near + Int(random.next() % 24))
      damaged[place] ^= 1 << UInt8(random.next() % 8)
    }
    checkSense(PictureList(damaged), damaged.count)
    let length = Int(random.next() % UInt64(bytes.count + 1))
    checkSense(PictureList(Array(bytes[..<length])), length)
  }
}

/// Every prefix of the fixture's first units, and every bit of them flipped.
@Test func everyPrefixAndBitOfTheFixture() throws {
  let bytes = try Places.fixture("opengop.hevc")
  let places = unitPlaces(bytes)
  // Parameter sets and the first pictures, without slice data.
  var short: [UInt8] = []
  for (start, end) in places.prefix(12) where bytes[start.header] >> 1 != 39 || end - start.header < 100 {
    short += bytes[start.code..<min(end, start.header + 40)]
  }
  for length in 0...short.count { checkSense(PictureList(Array(short[..<length])), length) }
  for bit in 0..<short.count * 8 {
    var flipped = short
    flipped[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    checkSense(PictureList(flipped), flipped.count)
  }
}

/// Ranges beyond the bytes and offsets that go backwards.
@Test func strangeArguments() {
  var parser = PictureParser()
  let bytes: [UInt8] = [0x26, 0x01, 0xAF, 0x09]
  for range in [0..<0, 0..<1, 0..<2, 0..<3, 0..<100, 4..<4, 9..<12, -5 ..< -1] {
    _ = parser.take(bytes, range, unitOffset: UInt64.max, offset: UInt64.max, end: 0)
    _ = parser.take(bytes, range, unitOffset: 0, offset: 0, end: UInt64.max)
  }
  #expect(parser.finish() != nil)
  #expect(parser.finish() == nil)
}

/// Numbers that are the same in every run.
private struct Seeded {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}

extension SystemRandomNumberGenerator {
  fileprivate static func seeded(_ text: String) -> Seeded { Seeded(state: text.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }) }
}
