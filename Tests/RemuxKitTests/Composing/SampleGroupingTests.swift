import BitstreamKit
import MP4Kit
@testable import RemuxKit
import TestSupport
import Testing

/// An audio movie of one track whose samples have these roll distances, nil for no group.
private func movie(_ distances: [Int16?], isUniform: Bool = false) throws -> [UInt8] {
  let reader = try MediaReader(MemorySource(try Places.fixture("tone.aac")))
  var blueprint = try TrackBlueprint.made(reader.tracks[0], id: 1)
  if isUniform {
    blueprint.rollDistance = distances[0]
  } else {
    let known = Array(Set(distances.compactMap { $0 })).sorted()
    var box = SampleGroupDescriptionBox()
    box.defaultLength = 2
    box.entries = PackedTable(
      packed: known.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }, count: known.count, layout: 2)
    var map = SampleToGroupBox()
    for distance in distances {
      var entry = SampleToGroupBox.Entry()
      entry.sampleCount = 1
      entry.groupDescriptionIndex = distance.flatMap { known.firstIndex(of: $0) }.map { UInt32($0 + 1) } ?? 0
      map.entries.append(entry)
    }
    var builder = BoxBuilder()
    try builder.box(box)
    try builder.box(map)
    blueprint.furtherTableBoxes = builder.bytes
  }
  var muxer = MovieMuxer(MovieBlueprint(), tracks: [blueprint], layout: .plain)
  for _ in distances { muxer.append(MovieMuxer.Entry(track: 0, duration: 1024, size: 3, isSync: true)) }
  var bytes = try muxer.front().bytes
  for index in distances.indices { bytes += [UInt8(index), 1, 2] }
  return bytes
}

/// The roll distance of each sample.
private func distances(_ bytes: [UInt8]) throws -> [Int16?] {
  let movie = try #require(try MediaReader(MemorySource(bytes)).movie)
  guard let groups = try SampleGrouping.all(movie.tracks[0], of: movie).first(where: { $0.type == "roll" }) else { return [] }
  return groups.runs.flatMap { run in
    let entry = run.description == 0 ? nil : groups.descriptions[Int(run.description) - 1]
    return Array(repeating: entry.map { Int16(bitPattern: UInt16($0[0]) << 8 | UInt16($0[1])) }, count: Int(run.count))
  }
}

private let patterns: [[Int16?]] = [
  [-1, -1, -1, -1, -1, -1], [nil, -1, -1, nil, -2, -2], [-2, -2, nil, nil, nil, -1], [nil, nil, nil, nil, nil, -1],
]

@Test(arguments: patterns, patterns) func joinedFilesKeepTheirGroups(first: [Int16?], second: [Int16?]) throws {
  let (one, other) = (try movie(first), try movie(second))
  #expect(try distances(one) == first)
  let joined = try MediaComposition.joining([try mediaInput(one, "a"), try mediaInput(other, "b")], tracks: [0], for: .mp4)
  #expect(try distances(try written(joined, .mp4).bytes) == first + second)
  // After a file without groups.
  var plain = try movie(first)
  let place = try #require((0..<plain.count - 4).first { Array(plain[$0..<$0 + 4]) == Array("sbgp".utf8) })
  plain.replaceSubrange(place..<place + 4, with: Array("skip".utf8))
  let mixed = try MediaComposition.joining([try mediaInput(plain, "a"), try mediaInput(other, "b")], tracks: [0], for: .mp4)
  #expect(try distances(try written(mixed, .mp4).bytes) == Array(repeating: nil, count: 6) + second)
}

@Test(arguments: patterns) func aPartKeepsItsGroups(pattern: [Int16?]) throws {
  let bytes = try movie(pattern)
  let frame = MediaTime(value: 1024, timescale: 44100)
  let scale = try #require(try MediaReader(MemorySource(bytes)).tracks[0].timescale)
  let from = try #require(MediaTime(value: 2 * 1024, timescale: scale))
  let to = try #require(MediaTime(value: 5 * 1024, timescale: scale))
  let part = try MediaComposition.cutting(try mediaInput(bytes), tracks: [0], from: from, to: to, onKeyPictures: false, for: .mp4)
  let kept = try written(part, .mp4).bytes
  // The frame before the first one heard is kept.
  let numbers = try samples(kept).tracks[0].map { Int(kept[Int($0.offset)]) }
  #expect(numbers.contains(2) && !numbers.contains(5) && frame != nil)
  let expected = numbers.map { pattern[$0] }
  #expect(try distances(kept) == (expected.allSatisfy { $0 == nil } ? [] : expected))
}

/// A roll distance common to all samples is kept in fragments, in the same form as in recordings.
@Test func aCommonGroupGoesIntoFragments() throws {
  let bytes = try movie([-1, -1, -1, -1], isUniform: true)
  let memory = MemoryOutput()
  var options = CarryOptions()
  options.layout = .fragmented(MediaTime(milliseconds: 10))
  _ = try Remuxer.carry(MemorySource(bytes), to: .mp4, memory.output(), options)
  let count = { (name: String) in
    (0..<memory.bytes.count - 4).count { Array(memory.bytes[$0..<$0 + 4]) == Array(name.utf8) }
  }
  #expect(count("sgpd") == 1 && count("sbgp") == count("traf") && count("traf") > 0)
  // Of fragments as well, which state it themselves.
  for source in [bytes, memory.bytes] {
    let plain = MemoryOutput()
    _ = try Remuxer.carry(MemorySource(source), to: .mp4, plain.output())
    #expect(try distances(plain.bytes) == [-1, -1, -1, -1])
  }
  let again = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(memory.bytes), to: .mp4, again.output(), options)
  #expect(again.bytes == memory.bytes)
  // A joined track of fragments.
  let input = try mediaInput(memory.bytes)
  let joined = try MediaComposition.joining([input, input], tracks: [0], for: .mp4)
  #expect(try distances(try written(joined, .mp4).bytes) == Array(repeating: -1, count: 8))
}
