import BitstreamKit
import MP4Kit

/// Boxes are not read because of a limit.
final class BoxLimit: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.box-limit", .note, "boxes are not read because of a limit",
      clause: "none; limits protect against files made to exhaust memory",
      cause: "The file nests or repeats boxes more than any real file does.",
      remedy: "Nothing, if the file is what it should be.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    guard case .box(let finding) = fault, finding.kind == .limit else { return }
    run.find(self, finding.message, at: finding.offset, path: finding.pathText)
  }
}
