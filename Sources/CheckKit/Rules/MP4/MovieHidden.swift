import BitstreamKit
import MP4Kit
import RemuxKit

/// The sizes of boxes do not lead to the moov.
final class MovieHidden: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.movie-hidden", .error, "the sizes of boxes do not lead to the moov",
      clause: "ISO/IEC 14496-12:2022 4.2: the size of a box leads to the next",
      cause: """
        Bytes were inserted into the media data or lost from it, or the size of mdat is wrong. Players find no index, and do not open \
        the file.
        """,
      remedy: "Transfer the file again, or use 'mediaprobe recover': it reads the moov, and puts the media data back in its place.",
      command: "mediaprobe recover FILE OUT")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let hidden = file.hiddenMovie else { return }
    let place = hidden.movie
    run.find(self, hidden.text, at: place.lowerBound, size: place.upperBound - place.lowerBound, path: "mdat")
  }
}
