import BitstreamKit
import FLVKit
import RemuxKit
import TestSupport
import Testing

/// The tags that a sink gets, written to a file, are the file that remuxing writes.
@Test(arguments: ["plain.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv", "bframes.h264", "opengop.hevc", "tone.aac"])
func tagsOfASinkAreThoseOfAFile(name: String) throws {
  let input = try MediaInput(MemorySource(try Places.fixture(name)), name: name, frameRate: ExactRatio(25, 1))
  let memory = MemoryOutput()
  let written = try Remuxer.carry(input, to: .flv, memory.output(canReplace: false))
  let kinds = input.tracks.map(\.kind)
  var (writer, bytes) = (FLVWriter(video: nil, audio: nil), [] as [UInt8])
  writer.appendFileHeader(hasAudio: kinds.contains(.audio), hasVideo: kinds.contains(.video), to: &bytes)
  var frames: UInt64 = 0
  let given = try Remuxer.carry(
    input,
    toTags: { (tag) throws(ByteError) in
      if case .frame = tag.role { frames += 1 }
      do throws(SyntaxError) { try writer.append(tag, to: &bytes) } catch { throw ByteError(error.description) }
    })
  #expect(bytes == memory.bytes)
  #expect(frames > 0 && frames == given.samples && given.samples == written.samples && given.findings == written.findings)
}

/// An error of the sink ends the remuxing.
@Test func aSinkStopsTheRemuxing() throws {
  let input = try MediaInput(MemorySource(try Places.fixture("plain.mp4")), name: "a")
  var count = 0
  #expect(throws: MediaError.bytes(ByteError("enough"))) {
    try Remuxer.carry(
      input,
      toTags: { (_) throws(ByteError) in
        count += 1
        if count == 10 { throw ByteError("enough") }
      })
  }
  #expect(count == 10)
}
