import BitstreamKit
import MP4Kit
import RemuxKit

/// An edit reaches past the end of the media.
final class EditBeyondMedia: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.edit-beyond-media", .error, "an edit reaches past the end of the media",
      clause: "ISO/IEC 14496-12:2022 8.6.6: media_time and edit_duration select a part of the media",
      cause: """
        The media was cut and the edit list kept, or the edit was computed in the wrong time scale. Players freeze at the \
        end or show a wrong length.
        """,
      remedy: "'mediaprobe remux' with the part that exists, or 'mediaprobe cut'.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let list = parsed.editList, track.sampleCount > 0, !file.movie.isFragmented else { return }
    let media = Double(track.extent.endPresentationTime) / Double(track.timescale)
    let slack = Double(track.sample.duration) / Double(track.timescale) + 2 / Double(file.movie.timescale) + media * 0.001
    for row in 0..<min(64, list.entries.count) {
      let entry = list.entries[row]
      guard entry.mediaTime >= 0, entry.mediaRateInteger == 1 else { continue }
      let start = Double(entry.mediaTime) / Double(track.timescale)
      let end = start + Double(entry.editDuration) / Double(file.movie.timescale)
      if end <= media + slack { continue }
      run.find(
        self, "edit \(row) ends at \(decimal(end)) s of the media, which ends at \(decimal(media)) s",
        at: file.place("edts/elst", in: parsed.node)?.offset, path: track.path + "/edts/elst")
    }
  }
}
