import BitstreamKit
import MP4Kit
import RemuxKit

/// The sizes of boxes do not lead to the moov, or to all fragments.
final class MovieHidden: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.movie-hidden", .error, "the sizes of boxes do not lead to the moov, or to all fragments",
      clause: "ISO/IEC 14496-12:2022 4.2: the size of a box leads to the next",
      cause: """
        Bytes were inserted into the media data or lost from it, or the size of mdat is wrong. Players find no index, and do not open \
        the file, or miss what follows.
        """,
      remedy: "Transfer the file again, or use 'mediaprobe recover': it reads the moov, and puts the media data back in its place.",
      command: "mediaprobe recover FILE OUT")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let hidden = file.hiddenMovie else { return }
    let place = hidden.movie
    run.find(self, hidden.text, at: place.lowerBound, size: place.upperBound - place.lowerBound, path: "mdat")
  }

  override func end(_ file: MovieFacts, _ run: CheckRun) {
    // Media data up to the end of the file may hide fragments.
    guard file.movie.isFragmented, let last = file.top.last, last.isBox, last.header.type == "mdat", last.header.form == .toEnd,
      let damage = try? Recovery.damageBetweenFragments(file.source)
    else { return }
    run.find(self, damage, at: last.offset, size: last.size, path: "mdat")
  }
}
