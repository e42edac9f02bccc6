import BitstreamKit
import MP4Kit

/// A brand asks for a box or another brand that is not there.
final class ImageBrand: MovieRule {
  override var page: RulePage {
    RulePage(
      "heif.brand", .error, "a brand asks for a box or another brand that is not there",
      clause: "ISO/IEC 23008-12:2022 10.2 and 10.3; AV1 Image File Format 6",
      cause: "The writer copies brands of other files. Readers that go by brands look for what is not there.",
      remedy: "Write the brands that the file conforms to.")
  }

  override func fault(_ fault: MovieFault, _ file: MovieFacts, _ run: CheckRun) {
    guard case .items(let finding) = fault, finding.kind == .brand else { return }
    run.find(self, finding.message, at: finding.offset, path: finding.pathText)
  }
}
