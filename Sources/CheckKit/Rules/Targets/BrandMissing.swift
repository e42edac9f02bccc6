import BitstreamKit
import MP4Kit

/// No CMAF brand is among the brands.
final class BrandMissing: MovieRule {
  override var page: RulePage {
    RulePage(
      "cmaf.brand", .error, "no CMAF brand is among the brands",
      clause: "ISO/IEC 23000-19:2020 7.2: cmfc or cmf2 in the CMAF header",
      cause: "The writer does not claim conformance. Packagers that go by brands refuse the file.",
      remedy: "Write 'cmfc' into the compatible brands if the file conforms.",
      targets: [.cmaf])
  }

  override func movie(_ file: MovieFacts, _ run: CheckRun) {
    let wanted: [FourCC] = ["cmfc", "cmf2"]
    guard let type = file.first("ftyp"), !file.brands.contains(where: { wanted.contains($0) }) else { return }
    run.find(
      self, "the brands are \(file.brands.map { $0.description }.joined(separator: " "))", at: type.offset, size: type.size, path: "ftyp")
  }
}
