import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// Reads everything in a file of boxes, as far as possible.
/// - Returns: the number of samples.
private func exhaust(_ bytes: [UInt8], most: Int = 1_000_000) throws -> Int {
  let source = MemorySource(bytes)
  let tree = try BoxTree(source)
  for index in tree.nodes.indices where tree.nodes[index].place.isBox && tree.nodes[index].place.header.type != "mdat" {
    let place = tree.nodes[index].place
    var fields: [UInt8] = []
    try tree.source.read(
      at: place.payloadOffset, count: Int(clamping: (place.childrenOffset ?? place.end) - place.payloadOffset), into: &fields)
    _ = BoxContent.roundTrip(place, fields)
    _ = BoxContent.trace(place, fields, of: UInt64(fields.count), showsRows: true, to: TraceLog())
  }
  let movie = try Movie(source)
  for track in movie.tracks { _ = track.timeline(movieTimescale: movie.timescale).presentation(of: 1000) }
  var samples = movie.samples()
  var count = 0
  while count < most, try samples.next() != nil { count += 1 }
  return count
}

private let fixtures = ["plain.mp4", "fragmented.mp4", "hvc1.mp4", "faststart.mp4"].filter {
  FileManager.default.fileExists(atPath: Places.fixtures.appending(path: $0).path)
}

@Test func thereAreFixtures() { #expect(fixtures.count >= 2, "\(fixtures)") }

@Test(arguments: fixtures) func everyPrefixEndsInValuesOrFindings(name: String) throws {
  let bytes = try Places.fixture(name)
  for length in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 400)) { _ = try exhaust(Array(bytes[..<length])) }
}

@Test(arguments: fixtures) func everyFlippedBitEndsInValuesOrFindings(name: String) throws {
  let bytes = try Places.fixture(name)
  // Only boxes: mdat content is never read.
  let tree = try BoxTree(MemorySource(bytes))
  let media = tree.nodes.filter { $0.place.header.type == "mdat" }.map { $0.place.offset + 8..<$0.place.end }
  var state: UInt64 = 7
  for _ in 0..<1500 {
    state = state &* 6_364_136_223_846_793_005 &+ 1
    let place = Int(state >> 33) % bytes.count
    if media.contains(where: { $0.contains(UInt64(place)) }) { continue }
    var damaged = bytes
    damaged[place] ^= 1 << UInt8(state >> 20 & 7)
    let count = try exhaust(damaged)
    #expect(count < 1_000_000, "byte \(place)")
  }
}

/// A movie with one audio track and given tables.
private func movie(_ tables: (inout BoxBuilder) throws(SyntaxError) -> Void) throws -> [UInt8] {
  var builder = BoxBuilder()
  try builder.box("moov") { (b) throws(SyntaxError) in
    try b.box(MovieHeaderBox())
    try b.box("trak") { (b) throws(SyntaxError) in
      try b.box(TrackHeaderBox())
      try b.box("mdia") { (b) throws(SyntaxError) in
        try b.box(MediaHeaderBox())
        try b.box("minf") { (b) throws(SyntaxError) in try b.box("stbl", tables) }
      }
    }
  }
  return builder.bytes
}

private func full(_ numbers: [UInt32]) -> [UInt8] {
  numbers.flatMap { [UInt8($0 >> 24), UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
}

private func box(_ type: FourCC, _ numbers: [UInt32]) -> [UInt8] {
  BoxHeader(type, size: UInt64(8 + 4 * numbers.count)).encoded + full(numbers)
}

/// Tables in hexadecimal words, and the error in each.
private let lies: [String] = [
  // 2^32 samples of four bytes in chunks of 2^32: no more than the file size permits.
  "counts; stsz 0 4 FFFFFFFF; stts 0 1 FFFFFFFF 1; stsc 0 1 1 FFFFFFFF 1; stco 0 1 0",
  // A table of 2^32 sizes that exceeds the box.
  "sizes; stsz 0 0 FFFFFFFF 1 2; stts 0 1 2 1; stsc 0 1 1 1 1; stco 0 2 0 0",
  "backwards; stsz 0 0 3 1 1 1; stts 0 1 3 1; stsc 0 2 1 1 1 1 1 1; stco 0 3 0 0 0",
  "chunk 0; stsz 0 0 2 1 1; stts 0 1 2 1; stsc 0 1 0 0 0; stco 0 2 0 0",
  "chunk 9; stsz 0 0 2 1 1; stts 0 1 2 1; stsc 0 1 9 1 1; stco 0 2 0 0",
  "outside; stsz 0 0 2 FFFFFFFF FFFFFFFF; stts 0 1 2 1; stsc 0 1 1 2 1; stco 0 1 FFFFFFF0",
  "overflow; stsz 0 0 2 9 9; stts 0 1 2 1; stsc 0 1 1 2 1; co64 0 1 FFFFFFFF FFFFFFF8",
  "empty runs; stsz 0 0 2 1 1; stts 0 3 0 5 0 6 0 7; stsc 0 1 1 0 1; stco 0 2 0 0",
  "no tables; stsz 0 7 3E8",
]

@Test(arguments: lies) func tablesThatLie(lie: String) throws {
  let parts = lie.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
  let bytes = try movie { (b) throws(SyntaxError) in
    for table in parts.dropFirst() {
      let type = FourCC(rawValue: table[0].utf8.reduce(0) { $0 << 8 | UInt32($1) })
      b.raw(box(type, table.dropFirst().map { UInt32($0, radix: 16) ?? 0 }))
    }
  }
  let movie = try Movie(MemorySource(bytes))
  var samples = movie.samples()
  var count = 0
  while let item = try samples.next() {
    count += 1
    #expect(item.sample.decodeTime >= 0)
    if count > 100_000 { break }
  }
  #expect(count <= bytes.count, "\(lie): \(count) samples of \(bytes.count) bytes")
  // Offsets outside the file do not make the tables inconsistent; they are reported when samples are listed.
  #expect(!samples.findings.isEmpty || !movie.findings.isEmpty || lie.hasPrefix("outside"), "\(lie)")
}

@Test func boxesInsideOneAnotherWithoutEnd() throws {
  // Headers only: each box extends to the end of the file.
  let count = 50_000
  var nested: [UInt8] = []
  for index in 0..<count { nested += BoxHeader("moov", size: UInt64(8 * (count - index))).encoded }
  let tree = try BoxTree(MemorySource(nested))
  #expect(tree.nodes.count <= 64)
  #expect(tree.findings.contains { $0.message.contains("nested more than") })
  // meta in meta, in the ISO form.
  var metas: [UInt8] = []
  for index in 0..<1000 { metas += BoxHeader("meta", size: UInt64(12 * (1000 - index))).encoded + [0, 0, 0, 0] }
  #expect(try BoxTree(MemorySource(metas)).nodes.count <= 64)
}

@Test func sizesThatLie() throws {
  let small = BoxHeader("moov", size: 7).encoded
  #expect(try BoxTree(MemorySource(small)).findings.count == 1)
  let large = BoxHeader("moov", size: .max, form: .large).encoded
  let tree = try BoxTree(MemorySource(large + box("free", [])))
  #expect(tree.nodes.count == 2 && tree.findings.contains { $0.message.contains("bytes declared") })
  // A 64-bit size that is less than its own header.
  #expect(try BoxTree(MemorySource(BoxHeader("free", size: 15, form: .large).encoded)).findings.count == 1)
  // A box larger than its parent affects only itself.
  let inner = BoxHeader("trak", size: 4000).encoded
  let outer = BoxHeader("moov", size: 16).encoded + inner + box("free", [1])
  let both = try BoxTree(MemorySource(outer))
  #expect(both.nodes.map { "\($0.place.header.type)" } == ["moov", "trak", "free"])
  #expect(both.findings.map { $0.message.prefix(10) }.contains("4000 bytes"))
  #expect(both.findings.contains { $0.message == "missing mvhd box" && $0.path == ["moov"] })
}

@Test func runsOfFragmentsThatLie() throws {
  // 2^32 samples without per-sample fields: default size 1, 0, and far outside the file.
  for (size, offset) in [(1, 0), (0, 0), (0xFFFF_FFFF, 0x7FFF_FFFF)] as [(UInt32, UInt32)] {
    var builder = BoxBuilder()
    try builder.box("moov") { (b) throws(SyntaxError) in
      try b.box("trak") { (b) throws(SyntaxError) in try b.box(TrackHeaderBox()) }
      try b.box("mvex") { (b) throws(SyntaxError) in try b.box(TrackExtendsBox()) }
    }
    try builder.box("moof") { (b) throws(SyntaxError) in
      try b.box("traf") { (b) throws(SyntaxError) in
        b.raw(box("tfhd", [0x2_0010, 1, size]))
        b.raw(box("trun", [0x1, 0xFFFF_FFFF, offset]))
      }
    }
    #expect(try exhaust(builder.bytes) <= 1)
  }
}

@Test func editsThatOverflow() throws {
  var list = EditListBox()
  list.version = 1
  var entries = PackedTable<EditListBox.Entry>(layout: 1)
  for _ in 0..<4 {
    var entry = EditListBox.Entry()
    (entry.editDuration, entry.mediaTime) = (.max, .max)
    entries.append(entry)
  }
  list.entries = entries
  let timeline = EditTimeline(list, movieTimescale: 1, mediaTimescale: .max)
  for time in [Int64.min, -1, 0, 1, Int64.max] { _ = timeline.presentation(of: time) }
  #expect(timeline.duration == nil && timeline.segments.count == 4)
}
