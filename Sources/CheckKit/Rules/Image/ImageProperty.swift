import BitstreamKit
import MP4Kit

/// The properties of an image are incomplete, repeated, or in a wrong order.
final class ImageProperty: MovieRule {
  override var page: RulePage {
    RulePage(
      "heif.property", .error, "the properties of an image are incomplete, repeated, or in a wrong order",
      clause: "ISO/IEC 23008-12:2022 6.5 and 9.3; ISO/IEC 23000-22 7.3",
      cause: "A faulty writer. Readers that need the property refuse the image; others show it in the wrong size, place or turn.",
      remedy: "Write the image again with a current encoder.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    guard case .items(let finding) = fault, finding.kind == .itemProperty else { return }
    run.find(self, finding.message, at: finding.offset, path: finding.pathText)
  }
}
