import BitstreamKit
import MP4Kit

/// The size of a box is impossible.
final class BoxSize: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.box-size", .error, "the size of a box is impossible",
      clause: "ISO/IEC 14496-12:2022 4.2",
      cause: "The file was cut, or the box was written without its final size. Everything after the start of the box is in doubt.",
      remedy: "Transfer the file again. 'mediaprobe recover' finds the samples of a recording that was not finished.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    guard case .box(let finding) = fault, finding.kind == .size else { return }
    run.find(self, finding.message, at: finding.offset, path: finding.pathText)
  }
}
