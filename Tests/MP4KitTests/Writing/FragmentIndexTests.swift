import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// The offsets and sizes of boxes of a type.
private func places(_ type: FourCC, _ file: [UInt8]) throws -> [BoxPlace] {
  try BoxTree(MemorySource(file)).nodes.filter { $0.parent == nil && $0.place.header.type == type }.map { $0.place }
}

private func indexed(_ entries: Int, times: Int, separate: Bool, milliseconds: Int64 = 500) throws -> [UInt8] {
  var fragments = MovieFragmentOptions(interval: MediaTime(milliseconds: milliseconds))
  fragments.segmentIndex = .front(entries: entries)
  fragments.separatesTracks = separate
  fragments.writesSegmentTypes = separate
  return try Recording("plain.mp4", times: times).write(.fragmented(fragments)).bytes
}

/// The index lists every fragment, or groups of them if there are more fragments than entries.
@Test(arguments: [(4, 3), (4, 4), (4, 5), (4, 17), (100, 9), (2, 40)], [false, true])
func theIndexInFrontLeadsToFragments(_ size: (entries: Int, times: Int), separate: Bool) throws {
  let file = try indexed(size.entries, times: size.times, separate: separate)
  var tree = try BoxTree(MemorySource(file))
  let index = try #require(try tree.read(SegmentIndexBox.self, at: "sidx"))
  let box = try #require(try places("sidx", file).first)
  let starts = try places(separate ? "styp" : "moof", file).map { $0.offset }
  #expect(index.references.count <= size.entries && !index.references.isEmpty)
  if starts.count <= size.entries, !separate { #expect(index.references.count == starts.count) }
  var place = box.offset + box.size + index.firstOffset
  var duration: UInt64 = 0
  for reference in index.references {
    #expect(starts.contains(place) && reference.startsWithSAP)
    place += UInt64(reference.referencedSize)
    duration += UInt64(reference.subsegmentDuration)
  }
  // Up to the box after the last fragment.
  #expect(place == (try places("mfra", file).first?.offset))
  let movie = try Movie(MemorySource(file))
  #expect(duration == UInt64(size.times) * UInt64(movie.tracks[0].timescale) && index.timescale == movie.tracks[0].timescale)
  // The longest track determines the duration (8.8.2): the audio of the fixture is slightly longer than the video.
  let longest = try samples(file).compactMap { track in track.last.map { Double($0.sample.decodeTime + Int64($0.sample.duration)) } }
  let seconds = zip(longest, movie.tracks).map { $0 / Double($1.timescale) }.max() ?? 0
  #expect(abs(Double(movie.fragmentDuration ?? 0) / Double(movie.timescale) - seconds) < 0.1, "\(seconds)")
}

@Test(arguments: [false, true]) func syncSamplesAreFoundFromTheEndOfTheFile(separate: Bool) throws {
  // Each sync sample begins a fragment.
  let file = try indexed(4, times: 6, separate: separate, milliseconds: 1)
  let size = file.suffix(4).reduce(0) { $0 << 8 | Int($1) }
  let mfra = try #require(try places("mfra", file).first)
  #expect(UInt64(file.count) == mfra.offset + UInt64(size))
  var tree = try BoxTree(MemorySource(file))
  let table = try #require(try tree.read(TrackFragmentRandomAccessBox.self, at: "mfra/tfra"))
  let moofs = try places("moof", file).map { $0.offset }
  #expect(table.entries.count == 18 && table.trackID == 1)
  let shown = try samples(file)[0].filter { $0.sample.isSync }.map { UInt64($0.sample.compositionTime) }
  #expect(table.entries.map { $0.time } == shown)
  #expect(table.entries.allSatisfy { moofs.contains($0.moofOffset) && $0.sampleNumber == 1 && $0.trafNumber == 1 })
}

/// Writes more than 4 GiB to an output that discards media data.
@Test func beyondFourGigabytesPlacesTakeSixtyFourBits() throws {
  final class Counter {
    var boxes: [UInt8] = []
    var replaced: [UInt8] = []
  }
  let counter = Counter()
  let output = MediaOutput(
    append: { (bytes, range) throws(ByteError) in if range.count < 1 << 20 { counter.boxes += bytes[range] } },
    replace: { (_, bytes) throws(ByteError) in counter.replaced = bytes })
  let writer = try MovieWriter(output)
  var settings = MovieInputSettings(try Recording("plain.mp4", only: "vide").tracks[0].format)
  settings.timescale = 1000
  let input = try writer.addInput(settings)
  try writer.startSession(atSourceTime: .zero)
  // One NAL unit: 0x03FFFFFC bytes after the length.
  var sample = [UInt8](repeating: 0, count: 64 << 20)
  sample.replaceSubrange(..<4, with: [3, 0xFF, 0xFF, 0xFC])
  for number in 0..<66 as Range<Int64> {
    try input.append(sample, presentationTimeStamp: MediaTime(milliseconds: number * 1000), isSync: true)
  }
  try writer.finishWriting()
  let header = try #require(BoxHeader(counter.replaced, at: 0, count: counter.replaced.count))
  #expect(header.type == "mdat" && header.form == .large && header.size == 66 << 26 + 16)
  // ftyp, the space for a 64-bit header, and the moov.
  var tree = try BoxTree(MemorySource(counter.boxes))
  let offsets = try #require(try tree.read(ChunkLargeOffsetBox.self, at: "moov/trak/mdia/minf/stbl/co64"))
  #expect(offsets.chunkOffsets.count == 66 && offsets.chunkOffsets.last.map { $0 > 1 << 32 } == true)
}
