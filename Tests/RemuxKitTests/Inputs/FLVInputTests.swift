import BitstreamKit
import FLVKit
import Foundation
import TestSupport
import Testing

@testable import RemuxKit

/// The fixture's pictures alone: the reader looks for sound up to the end of such a file.
private func pictures() throws -> [UInt8] {
  let memory = MemoryOutput()
  var options = CarryOptions()
  options.tracks = [0]
  _ = try Remuxer.carry(MemorySource(try Places.fixture("plain.mp4")), to: .flv, memory.output(), options)
  return memory.bytes
}

/// A file of one track that ends inside of a tag gives every sample before it, wherever it ends.
@Test func aFileOfPicturesThatEndsAnywhereGivesItsSamples() throws {
  let whole = try pictures()
  var reader = try MediaReader(MemorySource(whole))
  var ends: [UInt64] = []
  while let sample = try reader.next() { ends.append(sample.offset + sample.size) }
  #expect(ends.count == 25)
  for cut in 1..<1500 {
    let bytes = Array(whole.dropLast(cut))
    var reader = try MediaReader(MemorySource(bytes))
    var count = 0
    while try reader.next() != nil { count += 1 }
    let complete = ends.count { $0 <= UInt64(bytes.count) }
    #expect(count == complete || count == complete + 1, "\(cut)")
    // A file that ends with the PreviousTagSize of a tag is whole.
    let isWhole = ends.contains { $0 + 4 == UInt64(bytes.count) }
    #expect(reader.findings.isEmpty == isWhole, "\(cut)")
  }
}

/// Packets of further tracks are left out, of sound as of pictures, and a finding says so.
@Test(arguments: [
  // Many tracks of one codec, coded frames, mp4a or avc1, track 0 with its size and data.
  (8 as UInt8, hex("95 11 6d703461 00 000002 2110"), "multitrack audio packets are skipped"),
  (9 as UInt8, hex("96 11 61766331 00 000008 000000 00000001 09"), "multitrack video packets are skipped"),
  // One track, number 1.
  (8 as UInt8, hex("95 01 6d703461 01 2110"), "multitrack audio packets are skipped"),
  (9 as UInt8, hex("96 01 61766331 01 000000 00000001 09"), "multitrack video packets are skipped"),
])
func packetsOfTracksAreAFinding(_ type: UInt8, _ body: [UInt8], _ finding: String) throws {
  let whole = try Places.fixture("avc_aac.flv")
  let size = UInt8(body.count)
  let tag: [UInt8] = [type, 0, 0, size, 0, 0x10, 0, 0, 0, 0, 0] + body + [0, 0, 0, size + 11]
  func read(_ bytes: [UInt8]) throws -> (count: Int, findings: [String]) {
    var reader = try MediaReader(MemorySource(bytes))
    var count = 0
    while try reader.next() != nil { count += 1 }
    return (count, reader.findings)
  }
  let (plain, found) = (try read(whole), try read(whole + tag + tag))
  #expect(plain.findings == [] && found.count == plain.count)
  #expect(found.findings == [finding])
  // In a file that has no other packets.
  #expect(try read(Array(whole.prefix(13)) + tag).findings.contains(finding))
}

/// Sound whose timestamps are in milliseconds has frames without gaps in MP4, each within a millisecond of its tag; FLV keeps the tags' times.
@Test(arguments: [CarryOptions.Layout.plain, .fragmented(MediaTime(milliseconds: 300))])
func soundIsTimedInSamples(layout: CarryOptions.Layout) throws {
  let source = try Places.fixture("avc_aac.flv")
  let (before, tags) = try samples(source)
  let sound = try #require(before.tracks.firstIndex { $0.kind == .audio })
  #expect(Set(zip(tags[sound], tags[sound].dropFirst()).map { $1.decodeTime - $0.decodeTime }).count > 1)
  var options = CarryOptions()
  options.layout = layout
  let memory = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(source), to: .mp4, memory.output(), options)
  #expect(try CarryVerifier.difference(between: MemorySource(source), and: MemorySource(memory.bytes), written: .mp4, options) == nil)
  let (movie, copied) = try samples(memory.bytes)
  #expect(movie.tracks[sound].timescale == 44100)
  #expect(copied[sound].allSatisfy { $0.duration == 1024 })
  let (first, start) = (try #require(copied[sound].first).decodeTime, try #require(tags[sound].first).decodeTime)
  for (sample, tag) in zip(copied[sound], tags[sound]) {
    #expect(abs(Double(sample.decodeTime - first) / 44.1 - Double(tag.decodeTime - start)) <= 1)
  }
  let composition = try MediaComposition.joining(
    [try mediaInput(source), try mediaInput(source)], tracks: [0, 1], for: .mp4)
  let joined = try samples(try written(composition, .mp4, layout).bytes)
  #expect(joined.reader.tracks[sound].timescale == 44100)
  #expect(joined.tracks[sound].count { $0.duration != 1024 } <= 1)
  let again = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(source), to: .flv, again.output())
  let kept = try samples(again.bytes).tracks[sound].map(\.decodeTime)
  #expect(zip(kept, tags[sound]).allSatisfy { $0 - (kept.first ?? 0) == $1.decodeTime - start })
}

/// Where timestamps run backwards, sound starts anew with its tags.
@Test func soundFollowsItsTagsBackwards() throws {
  let whole = try Places.fixture("avc_aac.flv")
  let source = whole + whole.dropFirst(13)
  var options = CarryOptions()
  for repairs in [true, false] {
    options.repairsTimes = repairs
    let memory = MemoryOutput()
    let report = try Remuxer.carry(MemorySource(source), to: .mp4, memory.output(), options)
    #expect(report.samples == 2 * UInt64(try samples(whole).tracks.map(\.count).reduce(0, +)))
    #expect(try CarryVerifier.difference(between: MemorySource(source), and: MemorySource(memory.bytes), written: .mp4, options) == nil)
  }
}
