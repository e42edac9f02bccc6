import BitstreamKit
import MP4Kit
import RemuxKit
import TestSupport
import Testing

/// The shift at the start of a movie is that of its timeline.
@Test(arguments: ["plain.mp4", "fragmented.mp4", "hvc1.mp4", "avc_aac.flv", "bframes.h264"]) func samplesAreShownByTheTimeline(
  source: String
) throws {
  var reader = try MediaReader(MemorySource(try Places.fixture(source)))
  while let sample = try reader.next() {
    guard let timeline = reader.timeline(of: sample.track), let scale = reader.tracks[sample.track].timescale else {
      #expect(reader.timelineShift(of: sample.track) == .zero)
      continue
    }
    let shown = timeline.presentation(of: sample.presentationTime).time
    let shift = try #require(reader.timelineShift(of: sample.track).value(in: scale))
    #expect(sample.presentationTime + shift == shown)
  }
  let hasEdits = ["plain.mp4", "hvc1.mp4"].contains(source)
  for index in reader.tracks.indices { #expect((reader.timeline(of: index) != nil) == hasEdits) }
  // There is no such track.
  for index in [-1, reader.tracks.count, Int.max] {
    #expect(reader.timeline(of: index) == nil && reader.timelineShift(of: index) == .zero)
  }
}

/// Pictures of the fixture are shown from 0 on, though the first one has a later time.
@Test func theFixtureHasAShift() throws {
  var reader = try MediaReader(MemorySource(try Places.fixture("plain.mp4")), track: 0)
  let sample = try #require(try reader.next())
  let time = reader.tracks[0].time(sample.presentationTime)
  #expect(time.value > 0 && time + reader.timelineShift(of: 0) == .zero)
}
