import BitstreamKit
import MP4Kit

/// An item refers to one that does not exist.
final class ImageReference: MovieRule {
  override var page: RulePage {
    RulePage(
      "heif.reference", .error, "an item refers to one that does not exist",
      clause: "ISO/IEC 14496-12:2022 8.11.12, and of entity groups 8.18.3",
      cause: "An editor removed a thumbnail, a tile or an alpha plane and not the reference to it.",
      remedy: "Write the image again with the editor that made it.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    guard case .items(let finding) = fault, finding.kind == .itemReference else { return }
    run.find(self, finding.message, at: finding.offset, path: finding.pathText)
  }
}
