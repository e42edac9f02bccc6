import BitstreamKit
import MP4Kit

/// The list of items is incomplete, or there is no primary item.
final class ImageList: MovieRule {
  override var page: RulePage {
    RulePage(
      "heif.items", .error, "the list of items is incomplete, or there is no primary item",
      clause: "ISO/IEC 14496-12:2022 8.11.4 and 8.11.6; ISO/IEC 23008-12:2022 10.2.1.1",
      cause: "An editor removed an item that others refer to, or wrote one twice. Readers do not know what to show.",
      remedy: "Write the image again with the editor that made it.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    guard case .items(let finding) = fault, finding.kind == .itemList else { return }
    run.find(self, finding.message, at: finding.offset, path: finding.pathText)
  }
}
