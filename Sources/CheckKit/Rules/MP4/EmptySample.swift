import BitstreamKit
import MP4Kit
import RemuxKit

/// A sample has no bytes.
final class EmptySample: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.empty-sample", .warning, "a sample has no bytes",
      clause: "ISO/IEC 14496-12:2022 8.7.3: a size of 0 is allowed, and means nothing to decoders of video and sound",
      cause: "The writer had nothing for this time and wrote an empty sample. Hardware decoders fail on it.",
      remedy: "Extract the stream and remux it: a byte stream has no place for the sample.")
  }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.sample.size == 0, track.media.kind == .video || track.media.kind == .audio else { return }
    run.find(self, "the sample has 0 bytes", at: track.sample.offset, size: 0, path: track.tablePath + "/stsz")
  }
}
