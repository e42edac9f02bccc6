import BitstreamKit
import MP4Kit
import RemuxKit

/// An edit shows less than one sample, or begins before the media.
final class ShortEdit: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.edit-times", .warning, "an edit lasts less than one sample, or begins before the media",
      clause:
        "ISO/IEC 14496-12:2022 8.6.6: edit_duration in units of the movie's time scale; media_time is -1 for an empty edit, else not negative",
      cause:
        "The edit was computed in the wrong time scale, or a field of mvhd or elst is damaged. Players show nothing, or the whole media.",
      remedy: "Extract the streams and remux them, or write the edit anew with 'mediaprobe cut'.")
  }

  /// An edit of so many seconds is meant, though a picture may last longer.
  private static let least = 0.05

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let list = parsed.editList, track.sampleCount > 1, !file.movie.isFragmented else { return }
    let sample = Double(track.extent.durationSum) / Double(track.sampleCount) / Double(track.timescale)
    let place = file.place("edts/elst", in: parsed.node)?.offset
    for row in 0..<min(64, list.entries.count) {
      let entry = list.entries[row]
      let duration = Double(entry.editDuration) / Double(max(1, file.movie.timescale))
      if entry.mediaTime < -1 {
        run.find(self, "media_time of edit \(row) is \(entry.mediaTime)", at: place, path: track.path + "/edts/elst")
      } else if entry.mediaTime >= 0, entry.mediaRateInteger == 1, duration < min(sample / 2, Self.least) {
        run.find(
          self, "edit \(row) lasts \(decimal(duration * 1000)) ms, a sample \(decimal(sample * 1000)) ms", at: place,
          path: track.path + "/edts/elst")
      }
    }
  }
}
