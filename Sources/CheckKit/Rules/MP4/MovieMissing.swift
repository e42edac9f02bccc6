import BitstreamKit
import MP4Kit

/// Media data has no moov box that describes it.
final class MovieMissing: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.movie-missing", .error, "there is no moov box",
      clause: "ISO/IEC 14496-12:2022 8.2.1",
      cause: """
        A recording was not finished: the camera lost power or the writer crashed before it wrote the index. No player \
        opens the file.
        """,
      remedy: "'mediaprobe recover --like' with a good recording of the same camera.",
      command: "mediaprobe recover --like GOOD FILE OUT")
  }

  private static func hidesAll(_ box: BoxPlace) -> Bool { ["free", "skip", "wide", "uuid"].contains(box.header.type) }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard file.movie.moovOffset == nil, file.first("meta") == nil, file.first("moof") == nil, file.first("!mov") == nil,
      file.hiddenMovie == nil
    else { return }
    guard let data = file.first("mdat") else {
      // Parts of segments have no movie either. A box that nothing is read of, and that is most of the file, has swallowed it.
      guard let box = file.top.first(where: { $0.isBox && Self.hidesAll($0) && $0.size > max(4096, file.byteCount / 2) }) else { return }
      let type = box.header.type
      return run.find(
        self, "no moov box and no media data, which a '\(type)' of \(counted(box.size, "byte")) may hide", at: box.offset, size: box.size,
        path: "\(type)")
    }
    run.find(self, "\(counted(data.size, "byte")) of media data, and no moov box", at: data.offset, size: data.size, path: "mdat")
  }
}
