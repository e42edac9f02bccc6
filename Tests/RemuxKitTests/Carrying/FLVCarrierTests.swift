import BitstreamKit
import FLVKit
import MP4Kit
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

/// FLV has no negative composition times: what a movie with negative composition offsets shows before it decodes is decoded earlier.
@Test(arguments: [MovieLayout.plain, .fragmented(MovieFragmentOptions(interval: MediaTime(milliseconds: 100)))])
func picturesOfFLVAreDecodedBeforeTheyAreShown(layout: MovieLayout) throws {
  let offsets: [Int64] = [0, 3, 0, -2, -1, 3, 0, -2, -1]
  let format = try MovieFormat.avc(byteStream: Places.fixture("bframes.h264"))
  let (source, output) = (MemoryOutput(), MemoryOutput())
  let writer = try MovieWriter(source.output(), layout: layout, options: options(.signed))
  var settings = MovieInputSettings(format)
  settings.timescale = 25
  let input = try writer.addInput(settings)
  try writer.startSession(atSourceTime: MediaTime.zero)
  for (index, offset) in offsets.enumerated() {
    let (decode, shown) = (MediaTime(Int64(index), per: 25), MediaTime(Int64(index) + offset, per: 25))
    try input.append(
      [0, 0, 0, 2, index == 0 ? 0x65 : 0x41, 0x80], presentationTimeStamp: shown, decodeTimeStamp: decode, isSync: index == 0)
  }
  try writer.finishWriting()
  _ = try Remuxer.carry(MemorySource(source.bytes), to: .flv, output.output())
  let times = try samples(output.bytes).tracks[0].map { [$0.decodeTime, $0.presentationTime] }
  // Two units of 40 ms earlier, so that the first picture is shown at 80 ms.
  #expect(times == offsets.enumerated().map { [Int64($0) * 40, (Int64($0) + $1) * 40 + 80] })
  #expect(
    try CarryVerifier.difference(between: MemorySource(source.bytes), and: MemorySource(output.bytes), written: .flv) == nil)
}

private func options(_ offsets: MovieWriterOptions.CompositionOffsets) -> MovieWriterOptions {
  var options = MovieWriterOptions()
  options.compositionOffsets = offsets
  return options
}

/// Times that return to 0, as where a recorder was started again, go on after those before: in an FLV as in an MP4.
@Test(arguments: [Remuxer.Target.flv, .mp4]) func timesGoOnAfterARestart(_ target: Remuxer.Target) throws {
  let file = try Places.fixture("avc_aac.flv")
  let twice = file + file.dropFirst(13)
  let memory = MemoryOutput()
  _ = try Remuxer.carry(MemorySource(twice), to: target, memory.output())
  #expect(try CarryVerifier.difference(between: MemorySource(twice), and: MemorySource(memory.bytes), written: target) == nil)
  let (once, both) = (try samples(file).tracks, try samples(memory.bytes))
  for (track, found) in both.tracks.enumerated() {
    #expect(found.count == 2 * once[track].count)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
    let scale = Double(both.reader.tracks[track].timescale ?? 1)
    let length = Double(try #require(once[track].last).decodeTime - once[track][0].decodeTime) / 1000
    #expect(Double(try #require(found.last).decodeTime - found[0].decodeTime) / scale > 2 * length - 0.1)
  }
}

/// The only picture of an FLV is shown for as long as its configuration says.
@Test func anOnlyPictureHasADuration() throws {
  let units = nalUnits(try Places.fixture("bframes.h264"), .annexB)
  let end = try #require(units.firstIndex { $0[0] & 31 == 5 })
  let stream = units[...end].reduce(into: [UInt8]()) { $0 += [0, 0, 0, 1] + $1 }
  var (file, source) = (MemoryOutput(), stream)
  for target in [Remuxer.Target.flv, .mp4] {
    file = MemoryOutput()
    _ = try Remuxer.carry(MemorySource(source), to: target, file.output())
    source = file.bytes
  }
  let found = try samples(source)
  #expect(found.tracks[0].map(\.duration) == [UInt32(try #require(found.reader.tracks[0].timescale) / 25)])
}

/// A constant frame rate is that of the stream, although the times of tags are rounded to milliseconds; other rates are measured.
@Test(arguments: [(1001, 24000), (1, 25), (1, 30), (3, 10)]) func constantFrameRatesAreExact(denominator: UInt64, numerator: UInt64) throws
{
  let bytes = try Places.fixture("bframes.h264")
  let own = try MediaInput(MemorySource(bytes), name: "a")
  for (input, isOwn) in [
    (own, true), (try MediaInput(MemorySource(bytes), name: "a", frameRate: ExactRatio(numerator, denominator)), false),
  ] {
    let memory = MemoryOutput()
    _ = try Remuxer.carry(input, to: .flv, memory.output(canReplace: true))
    let written = try MediaReader(MemorySource(memory.bytes))
    let rate = try #require(written.metaData?.framerate)
    let expected = isOwn ? 25 : Double(numerator) / Double(denominator)
    // The stream states 25.
    #expect(isOwn ? rate == 25 : abs(rate - expected) < expected / 500, "\(rate)")
  }
}
