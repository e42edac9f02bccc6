import BitstreamKit
import RemuxKit
import TestSupport
import Testing

/// Audio frames that were overwritten are left out, and the others keep their times.
@Test(arguments: ["plain.mp4", "fragmented.mp4", "avc_aac.flv"]) func foreignBytesAreNoAudioFrames(_ name: String) throws {
  let whole = try Places.fixture(name)
  let all = try samples(whole).tracks
  let track = try #require(samples(whole).reader.tracks.first { $0.kind == .audio }?.index)
  var bytes = whole
  for sample in all[track][10..<13] {
    for index in Int(sample.offset)..<Int(sample.offset + sample.size) { bytes[index] = UInt8(truncatingIfNeeded: index &* 37) | 0x80 }
  }
  let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  #expect(composition.notes.contains { $0.contains("3 damaged audio frames left out") }, "\(composition.notes)")
  let after = try samples(result.bytes).tracks
  #expect(after.map(\.count) == all.indices.map { all[$0].count - ($0 == track ? 3 : 0) })
  let undamaged = try written(Recovery.media(in: MemorySource(whole), name: "a file", for: .mp4), .mp4)
  #expect(try shownTimes(result.bytes).times[track].last == shownTimes(undamaged.bytes).times[track].last)
}
