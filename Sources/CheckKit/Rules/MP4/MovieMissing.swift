import BitstreamKit
import MP4Kit

/// Media data has no moov box that describes it.
final class MovieMissing: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.movie-missing", .error, "media data has no moov box that describes it",
      clause: "ISO/IEC 14496-12:2022 8.2.1",
      cause: """
        A recording was not finished: the camera lost power or the writer crashed before it wrote the index. No player \
        opens the file.
        """,
      remedy: "'mediaprobe recover --like' with a good recording of the same camera.",
      command: "mediaprobe recover --like GOOD FILE OUT")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard file.movie.moovOffset == nil, let data = file.first("mdat"), file.first("meta") == nil, file.first("moof") == nil,
      file.first("!mov") == nil, file.hiddenMovie == nil
    else { return }
    run.find(self, "\(counted(data.size, "byte")) of media data, and no moov box", at: data.offset, size: data.size, path: "mdat")
  }
}
