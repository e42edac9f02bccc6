import BitstreamKit
import MP4Kit

/// There is no ftyp box.
final class FileTypeMissing: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.file-type-missing", .note, "there is no ftyp box",
      clause: "ISO/IEC 14496-12:2022 4.3; QuickTime files before 2005 have none",
      cause: "The file is an old QuickTime file, or the first bytes were lost. Players that go by the box refuse the file.",
      remedy: "'mediaprobe remux' writes a file with ftyp.")
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    if file.first("ftyp") == nil, file.first("styp") == nil, file.movie.moovOffset != nil {
      run.find(self, "neither ftyp nor styp is there", at: 0)
    }
  }
}
