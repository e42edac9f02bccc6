import BitstreamKit
import MP4Kit
import RemuxKit

/// The edit list has several edits, or one at another rate.
final class ComplexEdits: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.complex-edit-list", .warning, "the edit list has several edits, or one at another rate",
      clause: "ISO/IEC 14496-12:2022 8.6.6; browsers and ffmpeg apply a list of one empty edit and one edit, and little else",
      cause: "An editor saved cuts as edits. Players that ignore them show what was cut out.",
      remedy: """
        Cut each part with 'mediaprobe cut --keyframes' and join them with 'mediaprobe join': pictures then need one edit. Where the parts are \
        whole groups of pictures, 'mediaprobe remux FILE OUT.flv' keeps what is shown.
        """)
  }

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let parsed = track.movieTrack, let list = parsed.editList, track.media.kind == .video || track.media.kind == .audio else {
      return
    }
    var (real, odd) = (0, false)
    for row in 0..<min(4096, list.entries.count) {
      let entry = list.entries[row]
      if entry.mediaTime >= 0 { real += 1 }
      if entry.mediaRateInteger != 1 || entry.mediaRateFraction != 0 { odd = true }
    }
    guard real > 1 || odd else { return }
    run.find(
      self, odd ? "an edit has another rate than 1" : "the track is made of \(real) edits",
      at: file.place("edts/elst", in: parsed.node)?.offset,
      path: track.path + "/edts/elst")
  }
}
