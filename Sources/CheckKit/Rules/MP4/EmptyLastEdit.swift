import BitstreamKit
import MP4Kit
import RemuxKit

/// The last edit of a track is empty.
final class EmptyLastEdit: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.empty-last-edit", .error, "the last edit of a track is empty",
      clause: "ISO/IEC 14496-12:2022 8.6.6.3: the last edit in a track is never an empty edit",
      cause: """
        media_time is damaged, or a tool left out the edit that shows media. Where all edits are empty, players that apply them show \
        nothing of the track.
        """,
      remedy: "Extract the streams and remux them, or write the edit anew with 'mediaprobe cut'.")
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let list = parsed.editList, let last = list.entries.last, last.mediaTime == -1 else { return }
    let isAll = !list.entries.prefix(4096).contains { $0.mediaTime >= 0 }
    run.find(
      self, isAll ? "no edit shows media" : "edit \(list.entries.count - 1) shows nothing",
      at: file.place("edts/elst", in: parsed.node)?.offset, path: track.path + "/edts/elst")
  }
}
