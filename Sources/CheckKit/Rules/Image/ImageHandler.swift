import BitstreamKit
import MP4Kit

/// The handler of the items is not first, or not pict.
final class ImageHandler: MovieRule {
  override var page: RulePage {
    RulePage(
      "heif.handler", .error, "the handler of the items is not first, or not pict",
      clause: "ISO/IEC 23008-12:2022 10.2.1.1; ISO/IEC 23000-22 7.2.1.5",
      cause: "A faulty writer, or boxes in another order. Readers do not take the items for images.",
      remedy: "Write hdlr of type pict as the first box in meta.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    guard case .items(let finding) = fault, finding.kind == .itemHandler else { return }
    run.find(self, finding.message, at: finding.offset, path: finding.pathText)
  }
}
