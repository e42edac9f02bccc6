import BitstreamKit
import MP4Kit
import TestSupport
import Testing

@Test(arguments: [Int.max, Int.max / 2 + 1, 0, Int.min]) func anyByteLimitIsUsed(limit: Int) throws {
  let recording = try Recording("plain.mp4", times: 3)
  var fragments = MovieFragmentOptions(interval: MediaTime(milliseconds: 500))
  fragments.byteLimit = limit
  let written = try samples(try recording.write(.fragmented(fragments)).bytes)
  for (track, items) in zip(recording.tracks, written) { #expect(track.items.map { $0.bytes } == items.map { $0.bytes }) }
}

/// Decoding times of two tracks whose distance in units of a track 64 bits do not hold.
@Test func tracksMayBeFarApart() throws {
  let recording = try Recording("plain.mp4")
  let writer = try MovieWriter(OutputLog().output(), layout: .fragmented())
  let inputs = try recording.tracks.enumerated().map { index, track in
    var settings = MovieInputSettings(track.format)
    settings.timescale = index == 0 ? 1 : 7
    return try writer.addInput(settings)
  }
  try writer.startSession(atSourceTime: .zero)
  try inputs[1].append([1], presentationTimeStamp: MediaTime(-(1 << 60), per: 7))
  for time in [0, 3, 6] as [Int64] {
    try inputs[0].append([0, 0, 0, 1, 0x65], presentationTimeStamp: MediaTime(1 << 60 + time, per: 1))
  }
  try? writer.finishWriting()
}
