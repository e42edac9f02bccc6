import BitstreamKit
import MP4Kit
import RemuxKit

/// Composition times contradict the picture order counts.
final class CompositionOrder: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.composition-order", .error, "composition times contradict the picture order counts",
      clause: """
        ISO/IEC 14496-15:2022 4.6 and ISO/IEC 14496-12:2022 8.6.1.3: composition times give the output order of the bitstream
        """,
      cause: """
        ctts is missing, or was written for another stream, or a tool moved samples. Players show pictures in the wrong \
        order: the video jerks.
        """,
      remedy: "Extract the stream and remux it with '--fps': times are computed from the picture order counts.")
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    let wrong = track.orders.wrong
    if wrong.count == 0 { return }
    run.find(
      self,
      "\(counted(wrong.count, "picture is", "pictures are")) presented before or after others against their order counts; "
        + "the first is sample \(wrong.first)",
      at: wrong.offset, path: file.tablePath("ctts", of: track))
  }
}
