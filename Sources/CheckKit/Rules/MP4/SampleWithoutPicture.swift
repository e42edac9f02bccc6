import BitstreamKit
import MP4Kit
import RemuxKit

/// Samples hold no picture.
final class SampleWithoutPicture: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.sample-without-picture", .warning, "samples hold no picture",
      clause: "ISO/IEC 14496-15:2022 4.3.2 and 5.3.2: a sample is an access unit, which has a primary coded picture",
      cause: """
        The writer gives parameter sets or messages a sample of their own, or slices were lost. Players count one picture more than they \
        show, and some stop.
        """,
      remedy: "Extract the stream and remux it: samples are made from its access units.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let first = track.samplesWithoutPicture.first else { return }
    let count = track.samplesWithoutPicture.count
    run.find(
      self, "\(counted(count, "sample has", "samples have")) no slice", at: first.offset, size: first.size, path: track.tablePath)
  }
}
