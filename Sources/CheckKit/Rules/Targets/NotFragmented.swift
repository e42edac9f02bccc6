import BitstreamKit
import MP4Kit

/// The samples are in moov, not in fragments.
final class NotFragmented: MovieRule {
  override var page: RulePage {
    RulePage(
      "cmaf.not-fragmented", .error, "the samples are in moov, not in fragments",
      clause: "ISO/IEC 23000-19:2020 7.3.2.1: the CMAF header has no samples; RFC 8216 3.3: segments of HLS are movie fragments",
      cause: "The file is a plain MP4.",
      remedy: "mediaprobe remux --fragment 2s FILE OUT.mp4",
      targets: [.cmaf, .dash, .hls])
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard file.movie.tracks.contains(where: { $0.table?.sampleCount ?? 0 > 0 }) else { return }
    run.find(self, "moov has samples", at: file.movie.moovOffset, path: "moov")
  }
}
