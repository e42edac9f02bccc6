import BitstreamKit
import MP4Kit

/// Fragments without the moov box that describes their tracks.
final class SegmentAlone: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.segment-alone", .note, "fragments without their movie: samples are not examined",
      clause: "ISO/IEC 14496-12:2022 8.8.1, 8.16.1",
      cause: """
        The file is a media segment. The codecs, the time scales and the defaults of its samples are in the initialization \
        segment, so that only its boxes can be examined.
        """,
      remedy: "'mediaprobe check --init INIT SEGMENT' examines it together with its initialization segment.")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard file.movie.moovOffset == nil, let fragment = file.first("moof") else { return }
    run.find(self, "no moov box", at: fragment.offset, size: fragment.size, path: "moof")
  }
}
