import BitstreamKit
import MP4Kit
import RemuxKit

/// Sound and pictures begin at different times.
final class StartOffset: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.start-offset", .warning, "sound and pictures begin at different times",
      clause: "none; players differ in what they show before all tracks have begun",
      cause: """
        A stream was cut or recorded from its middle. Some players begin with a black picture or silence, others shift one \
        against the other.
        """,
      remedy: "mediaprobe cut FILE OUT.mp4 --from the later start")
  }

  private var starts: [(kind: Int, seconds: Double)] = []

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video || track.media.kind == .audio, let first = track.extent.firstPresentationTime, track.sampleCount > 1
    else {
      return
    }
    var start = track.seconds(first)
    if let list = track.movieTrack?.editList, list.entries.count > 0 {
      var delay = 0.0
      for row in 0..<min(16, list.entries.count) {
        let entry = list.entries[row]
        if entry.mediaTime >= 0 {
          start = max(0, track.seconds(first) - track.seconds(entry.mediaTime)) + delay
          break
        }
        delay += Double(entry.editDuration) / Double(file.movie.timescale)
      }
    }
    starts.append((track.media.kind == .video ? 0 : 1, start))
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    guard let video = starts.first(where: { $0.kind == 0 }), let sound = starts.first(where: { $0.kind == 1 }),
      abs(video.seconds - sound.seconds) > 0.5
    else { return }
    run.find(self, "the first picture is at \(decimal(video.seconds)) s, the first sound at \(decimal(sound.seconds)) s")
  }
}
