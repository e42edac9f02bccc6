import BitstreamKit
import MP4Kit

/// The movie has no track.
final class NoTrack: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.no-track", .warning, "the movie has no track",
      clause: "ISO/IEC 14496-12:2022 8.3.1: one or more trak boxes",
      cause: "The writer was closed before it got a sample, or the tracks were removed.",
      remedy: "Record again.")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let offset = file.movie.moovOffset, file.movie.tracks.isEmpty, file.first("meta") == nil else { return }
    run.find(self, "moov has no trak box", at: offset, path: "moov")
  }
}
