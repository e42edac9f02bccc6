import BitstreamKit
import MP4Kit

/// The data of an item is outside of the file, or its place is not stated.
final class ImageLocation: MovieRule {
  override var page: RulePage {
    RulePage(
      "heif.location", .error, "the data of an item is outside of the file, or its place is not stated",
      clause: "ISO/IEC 14496-12:2022 8.11.3",
      cause: "The file was cut, or data was moved without updating iloc.",
      remedy: "Transfer the file again.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    guard case .items(let finding) = fault, finding.kind == .itemLocation else { return }
    run.find(self, finding.message, at: finding.offset, path: finding.pathText)
  }
}
