import BitstreamKit
import MP4Kit

/// `ftyp` comes after boxes that depend on it.
final class FileTypeNotFirst: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.file-type-not-first", .error, "ftyp comes after boxes that depend on it",
      clause: "ISO/IEC 14496-12:2022 4.3: the file type box shall occur before any variable-length box",
      cause: "A tool moved or prepended boxes. Players that look at the first bytes do not recognise the file.",
      remedy: "'mediaprobe remux' writes ftyp first.")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    guard let type = file.first("ftyp"), let early = file.top.first(where: { $0.isBox && Self.follows.contains($0.header.type) }),
      early.offset < type.offset
    else { return }
    run.find(self, "ftyp comes after \(early.header.type)", at: type.offset, size: type.size, path: "ftyp")
  }

  private static let follows: [FourCC] = ["moov", "moof", "mdat", "meta"]
}
