import BitstreamKit
import MP4Kit
import RemuxKit

/// A sample in the middle of a track has no duration.
final class ZeroDuration: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.zero-duration", .warning, "a sample in the middle of a track has no duration",
      clause: "ISO/IEC 14496-12:2022 8.6.1.2: sample deltas are positive, except possibly the last",
      cause: "Two pictures were written with the same time. Players drop one or stall.",
      remedy: "Encode or remux with increasing times.")
  }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let previous = track.previous, previous.duration == 0, track.media.kind == .video || track.media.kind == .audio else { return }
    run.find(self, "the sample before lasts 0", at: previous.offset, size: previous.size, path: track.tablePath + "/stts")
  }
}
