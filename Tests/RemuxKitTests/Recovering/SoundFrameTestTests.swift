import BitstreamKit
import Foundation
import MP4Kit
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

/// Audio whose tables locate other bytes of the file is searched: wrong sizes, and a run of chunks that begins elsewhere.
@Test(arguments: ["sizes", "runs"]) func wronglyLocatedFramesAreSearched(_ what: String) throws {
  let whole = try Places.fixture("plain.mp4")
  let tree = try BoxTree(MemorySource(whole))
  let track = try #require(tree.find("moov/trak").first { !tree.find("mdia/minf/smhd", in: $0).isEmpty })
  let node = try #require(tree.find("mdia/minf/stbl/" + (what == "sizes" ? "stsz" : "stsc"), in: track).first)
  let place = Int(tree.nodes[node].place.payloadOffset)
  var bytes = whole
  // sample_size of all samples, or the first chunk of the second run.
  bytes[place + (what == "sizes" ? 7 : 20)] = what == "sizes" ? 82 : 0xC7
  let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
  let result = try written(composition, .mp4)
  #expect(result.difference == nil, "\(result.difference ?? "")")
  #expect(try sampleSizes(result.bytes) == sampleSizes(whole))
  #expect(composition.notes.contains { $0.contains("in its tables cannot be read") }, "\(composition.notes)")
}

/// Frames of AC-3 and E-AC-3 of which any byte was overwritten are left out: their error check tells.
@Test(.enabled(if: Program.has("ffmpeg")), arguments: ["ac3", "eac3"], [2, 40, -1]) func overwrittenFramesAreLeftOut(
  _ codec: String, _ place: Int
) throws {
  let file = Places.scratch("\(codec).mp4")
  defer { try? FileManager.default.removeItem(at: file) }
  let input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=2", "-f", "lavfi", "-i", "sine=d=2"]
  let coding = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", codec, file.path]
  #expect(try Program.run("ffmpeg", input + coding).status == 0)
  let whole = [UInt8](try Data(contentsOf: file))
  let all = try samples(whole).tracks
  var bytes = whole
  for sample in all[1][10..<12] { bytes[Int(sample.offset) + (place < 0 ? Int(sample.size) + place : place)] ^= 0x10 }
  let composition = try Recovery.media(in: MemorySource(bytes), name: "a file", for: .mp4)
  #expect(composition.notes.contains { $0.contains("2 damaged audio frames left out") }, "\(composition.notes)")
  let result = try written(composition, .mp4)
  #expect(try samples(result.bytes).tracks.map(\.count) == [all[0].count, all[1].count - 2])
  let undamaged = try Recovery.media(in: MemorySource(whole), name: "a file", for: .mp4)
  #expect(try samples(written(undamaged, .mp4).bytes).tracks.map(\.count) == all.map(\.count))
}
