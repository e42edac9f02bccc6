import BitstreamKit
import Foundation
import MP4Kit
import TestSupport
import Testing

/// Without a choice, no layout has negative offsets, with which FFmpeg shows the pictures of fragments late.
@Test(arguments: WriterLayout.allCases) func offsetsAreNotNegativeByDefault(way: WriterLayout) throws {
  var recording = try Recording("plain.mp4", times: 2, only: "vide")
  let first = recording.tracks[0].items[0].composition
  for index in recording.tracks[0].items.indices {
    recording.tracks[0].items[index].decode -= first
    recording.tracks[0].items[index].composition -= first
  }
  let file = try recording.write(way.layout).bytes
  #expect(try samples(file)[0].allSatisfy { $0.sample.compositionOffset >= 0 })
  let movie = try Movie(MemorySource(file))
  let timeline = movie.tracks[0].timeline(movieTimescale: movie.timescale)
  #expect(timeline.presentation(of: try samples(file)[0][0].sample.compositionTime).time == 0)
  #expect(movie.tracks[0].editList != nil)
}

@Suite(.enabled(if: Program.has("ffprobe"))) struct StartTimeTests {
  @Test(arguments: [WriterLayout.fragmented, .cmaf, .hybrid]) func pictureAndSoundStartTogether(way: WriterLayout) throws {
    var recording = try Recording("plain.mp4")
    let first = recording.tracks[0].items[0].composition
    for index in recording.tracks[0].items.indices {
      recording.tracks[0].items[index].decode -= first
      recording.tracks[0].items[index].composition -= first
    }
    let path = Places.scratch("started.mp4")
    try Data(try recording.write(way.layout).bytes).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let result = try Program.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", path.path])
    #expect(result.text.split(separator: "\n") == ["0.000000", "0.000000"], "\(result.text)")
  }
}
