import BitstreamKit
import CheckKit
import Foundation
import MP4Kit
import ProbeKit
import RemuxKit
import TestSupport
import Testing
import NALKit

/// Damage in headers, tables and slice headers is found by name. `MEDIAPROBE_DAMAGED=2000` makes as many copies.
@Suite struct DamageTests {
  /// The number of copies to make.
  static func copies(usually count: Int, atMost most: Int = 2000) -> Int {
    min(most, ProcessInfo.processInfo.environment["MEDIAPROBE_DAMAGED"].flatMap { Int($0) } ?? count)
  }

  /// Bytes of a file that mean something: damage to any of them is damage to what decoders and players do.
  struct Target: Sendable, CustomTestStringConvertible {
    let family: String
    let name: String
    let file: @Sendable () throws -> [UInt8]
    /// The byte ranges to damage.
    let places: @Sendable ([UInt8]) throws -> [Range<Int>]
    var codec: VideoCodec?

    var testDescription: String { "\(family) of \(name)" }
  }

  static let targets: [Target] = [
    Target(family: "MP4 box headers", name: "plain.mp4", file: { try Places.fixture("plain.mp4") }) { try Places.headers(of: $0) },
    Target(family: "MP4 box headers", name: "fragmented.mp4", file: { try Places.fixture("fragmented.mp4") }) {
      try Places.headers(of: $0)
    },
    Target(family: "MP4 headers", name: "plain.mp4", file: { try Places.fixture("plain.mp4") }) {
      try Places.fields(of: $0, DamageTests.headerFields)
    },
    Target(family: "MP4 headers", name: "hvc1.mp4", file: { try Places.fixture("hvc1.mp4") }) {
      try Places.fields(of: $0, DamageTests.headerFields)
    },
    Target(family: "MP4 sample tables", name: "plain.mp4", file: { try Places.fixture("plain.mp4") }) {
      try Places.fields(of: $0, DamageTests.tableFields)
    },
    Target(family: "MP4 sample tables", name: "hvc1.mp4", file: { try Places.fixture("hvc1.mp4") }) {
      try Places.fields(of: $0, DamageTests.tableFields)
    },
    Target(family: "MP4 fragments", name: "fragmented.mp4", file: { try Places.fixture("fragmented.mp4") }) {
      try Places.fields(of: $0, DamageTests.fragmentFields)
    },
    Target(family: "FLV tags", name: "avc_aac.flv", file: { try Places.fixture("avc_aac.flv") }) { Places.tagHeaders(of: $0) },
    Target(family: "ADTS headers", name: "tone.aac", file: { try Places.fixture("tone.aac") }) { Places.frameHeaders(of: $0) },
    Target(
      family: "H.264 headers", name: "bframes.h264", file: { try Places.fixture("bframes.h264") },
      places: {
        Places.units(of: $0) { $0 & 31 }.filter { [1, 5, 7, 8, 9].contains($0.type) }.map {
          $0.start..<$0.start + ($0.type == 9 ? 2 : $0.type == 7 ? 8 : 4)
        }
      },
      codec: .h264),
    Target(
      family: "H.264 headers", name: "interlaced.h264", file: { try Places.fixture("interlaced.h264") },
      places: {
        Places.units(of: $0) { $0 & 31 }.filter { [1, 5, 7, 8].contains($0.type) }.map { $0.start..<$0.start + ($0.type == 7 ? 8 : 4) }
      },
      codec: .h264),
    Target(
      family: "H.265 headers", name: "opengop.hevc", file: { try Places.fixture("opengop.hevc") },
      places: { Places.units(of: $0) { $0 >> 1 & 63 }.filter { $0.type < 35 }.map { $0.start..<$0.start + ($0.type > 31 ? 8 : 5) } },
      codec: .hevc),
  ]

  /// What was found in the copies of a target.
  struct Score: Sendable {
    var target: Int
    var copies = 0
    var found = 0
    var missed: [String] = []
  }

  /// Prints the precision by family. What is missed are values that may be as well, such as a sampling rate that is a little higher.
  @Test func damageIsFoundByName() async throws {
    let count = Self.copies(usually: 300) / Self.targets.count
    let scores = try await withThrowingTaskGroup(of: Score.self) { group in
      for index in Self.targets.indices { group.addTask { try Self.score(index, count) } }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.target < $1.target }
    }
    var (copies, found): (Int, Int) = (0, 0)
    for score in scores {
      let target = Self.targets[score.target]
      copies += score.copies
      found += score.found
      print(
        "\(target.family) of \(target.name): \(score.found) of \(score.copies); missed: \(score.missed.prefix(8).joined(separator: ", "))")
      #expect(Double(score.found) >= 0.85 * Double(score.copies), "\(target.testDescription)")
    }
    print("damaged copies: \(found) of \(copies) found by name")
    #expect(Double(found) >= 0.95 * Double(copies))
  }

  private static func score(_ index: Int, _ count: Int) throws -> Score {
    let target = targets[index]
    let good = try target.file()
    let places = try target.places(good)
    let before = findings(good, target.codec)
    var state = UInt64(good.count)
    func random(_ below: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % below
    }
    var score = Score(target: index)
    for _ in 0..<count {
      let range = places[random(places.count)]
      let at = range.lowerBound + random(range.count)
      var copy = good
      let value = UInt8(1 + random(255))
      copy[at] ^= value
      score.copies += 1
      if findings(copy, target.codec) == before { score.missed.append("byte \(at) ^ \(value)") } else { score.found += 1 }
    }
    return score
  }

  /// The findings by rule and message, and the refusal if there is one.
  private static func findings(_ bytes: [UInt8], _ codec: VideoCodec?) -> Set<String> {
    var options = CheckOptions()
    options.codec = codec
    options.shownPerRule = 100
    let result = CheckTests.check(bytes, options)
    return Set(result.findings.map { "\($0.page.id) \($0.message)" } + (result.refusal.map { [$0] } ?? []))
  }

  /// Offsets in the payloads of boxes of fields that players go by. Left out are what no rule can know: times of creation, names, matrices,
  /// volumes, quality and reserved bits.
  static let headerFields: [String: [Range<Int>]] = [
    "mvhd": [0..<1, 12..<20, 96..<100], "tkhd": [0..<1, 12..<16, 20..<24], "mdhd": [0..<1, 12..<22], "hdlr": [8..<12],
    "stsd": [4..<8], "avc1": [6..<8, 24..<28], "hvc1": [6..<8, 24..<28], "avcC": [0..<14], "hvcC": [0..<2, 12..<13, 21..<30],
    "mp4a": [6..<8, 24..<28], "dref": [4..<8], "elst": [0..<20], "ftyp": [0..<0],
  ]
  static let tableFields: [String: [Range<Int>]] = [
    "stts": [4..<16], "ctts": [4..<200], "stsc": [4..<64], "stsz": [4..<120], "stco": [4..<100], "stss": [4..<20],
  ]
  static let fragmentFields: [String: [Range<Int>]] = [
    "mfhd": [4..<8], "tfhd": [4..<8], "tfdt": [0..<1, 4..<12], "trun": [1..<12], "sidx": [8..<12, 28..<60], "tfra": [4..<8, 12..<40],
    "mfro": [4..<8], "trex": [4..<12],
  ]
}

extension Places {
  /// The headers of all boxes.
  static func headers(of file: [UInt8]) throws -> [Range<Int>] {
    var walker = BoxWalker(MemorySource(file))
    var found: [Range<Int>] = []
    while let place = try walker.next() {
      if place.isBox { found.append(Int(place.offset)..<Int(place.offset) + 8) }
    }
    return found
  }

  /// Ranges in the payloads of boxes, by type.
  static func fields(of file: [UInt8], _ fields: [String: [Range<Int>]]) throws -> [Range<Int>] {
    var walker = BoxWalker(MemorySource(file))
    var found: [Range<Int>] = []
    while let place = try walker.next() {
      // The handler of metadata is a name.
      if place.header.type == "hdlr", place.context.container != "mdia" { continue }
      for range in fields[place.header.type.description] ?? [] where place.isBox && UInt64(range.lowerBound) < place.payloadSize {
        let start = Int(place.payloadOffset)
        found.append(start + range.lowerBound..<start + min(range.upperBound, Int(place.payloadSize)))
      }
    }
    return found.filter { !$0.isEmpty }
  }

  /// The file header, tag headers and sizes of an FLV file.
  static func tagHeaders(of file: [UInt8]) -> [Range<Int>] {
    [0..<13] + TagEdit(file).offsets.dropFirst().map { $0 - 4..<$0 + 11 }
  }

  /// The headers of ADTS frames.
  static func frameHeaders(of file: [UInt8]) -> [Range<Int>] {
    var (found, at): ([Range<Int>], Int) = ([], 0)
    while at + 7 <= file.count {
      found.append(at..<at + 6)
      at += max(7, Int(file[at + 3] & 3) << 11 | Int(file[at + 4]) << 3 | Int(file[at + 5]) >> 5)
    }
    return found
  }

  /// The places and types of the units of a byte stream.
  static func units(of file: [UInt8], type: (UInt8) -> UInt8) -> [(start: Int, type: UInt8)] {
    var collector = AnnexBUnitCollector(limit: file.count)
    var (cursor, found): (Int, [(Int, UInt8)]) = (0, [])
    while let unit = collector.next(in: file, from: &cursor, to: file.count) ?? collector.finish() {
      let start = Int(unit.position.offset)
      if unit.position.length > 8 || unit.position.length == 2 { found.append((start, type(file[start]))) }
    }
    return found
  }
}
