import BitstreamKit
import MP4Kit

/// The preferred rate of the movie is not 1.
final class MovieRate: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.movie-rate", .note, "the preferred rate of the movie is not 1",
      clause: "ISO/IEC 14496-12:2022 8.2.2: template value 0x00010000",
      cause: "The author asked for slow or fast playback. Most players ignore it, QuickTime Player does not.",
      remedy: "'mediaprobe remux' writes rate 1.")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let header = file.movie.header, header.rate != 0x10000 else { return }
    run.find(
      self, "the rate is \(decimal(Double(header.rate) / 65536))", at: file.place("moov/mvhd")?.offset, path: "moov/mvhd")
  }
}
