import BitstreamKit
import MP4Kit

/// Bytes between boxes are not a box.
final class NotABox: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.not-a-box", .error, "bytes between boxes are not a box",
      clause: "ISO/IEC 14496-12:2022 4.2",
      cause: "The file is damaged, or a tool changed a box without moving what follows.",
      remedy: "'mediaprobe remux' writes the tracks to a clean file.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    guard case .box(let finding) = fault, finding.kind == .notABox else { return }
    run.find(self, finding.message, at: finding.offset, path: finding.pathText)
  }
}
