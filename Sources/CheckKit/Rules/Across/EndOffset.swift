import BitstreamKit
import MP4Kit
import RemuxKit

/// Sound and pictures end at different times.
final class EndOffset: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.end-offset", .warning, "sound and pictures end at different times",
      clause: "none; players show the last picture or silence for the rest",
      cause: """
        A track was cut, or one of its ends was lost. It is a sign of drift too, if the times of one track are wrong \
        throughout.
        """,
      remedy: "mediaprobe cut FILE OUT.mp4 --to the earlier end")
  }

  private var ends: [(kind: Int, seconds: Double)] = []

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video || track.media.kind == .audio, track.sampleCount > 1 else { return }
    ends.append((track.media.kind == .video ? 0 : 1, presentedEnd(of: track, file)))
  }

  /// Where the presentation of a track ends in seconds: the edit list can cut its end, and delay it.
  private func presentedEnd(of track: TrackFacts, _ file: MovieFacts) -> Double {
    let end = track.seconds(track.extent.endPresentationTime)
    guard let list = track.movieTrack?.editList, list.entries.count > 0, file.movie.timescale > 0 else { return end }
    var time = 0.0
    for row in 0..<min(Self.maxEdits, list.entries.count) {
      let entry = list.entries[row]
      let duration = Double(entry.editDuration) / Double(file.movie.timescale)
      if entry.mediaTime < 0 {
        time += duration
      } else {
        // A duration of 0 lasts as long as the media: fragments follow.
        let left = max(0, end - track.seconds(entry.mediaTime))
        time += entry.editDuration == 0 ? left : min(duration, left)
      }
    }
    return time
  }

  private static let maxEdits = 1 << 10

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    guard let video = ends.first(where: { $0.kind == 0 }), let sound = ends.first(where: { $0.kind == 1 }) else { return }
    let difference = abs(video.seconds - sound.seconds)
    guard difference > max(1, max(video.seconds, sound.seconds) * 0.01) else { return }
    run.find(self, "the pictures end at \(decimal(video.seconds)) s, the sound at \(decimal(sound.seconds)) s")
  }
}
