import BitstreamKit
import MP4Kit

/// A mandatory box is missing.
final class MissingBox: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.missing-box", .error, "a mandatory box is missing",
      clause: "ISO/IEC 14496-12:2022 Table 1",
      cause: "The writer is incomplete, or the type of the box is damaged. Players refuse the track or the file.",
      remedy: "'mediaprobe remux' writes all mandatory boxes if the tables that locate the samples are there.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    guard case .box(let finding) = fault, finding.kind == .missing else { return }
    run.find(self, finding.message, at: finding.offset, path: finding.pathText)
  }
}
