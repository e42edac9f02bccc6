import FLVKit

/// A tag has no body.
final class FLVEmptyTag: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.empty-tag", .warning, "a tag has no body",
      clause: "Adobe FLV 10.1 E.4.1, DataSize",
      cause: "The encoder gave no data. Some players stop at such a tag.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .emptyTag = finding else { return }
    run.find(self, finding.description, at: finding.position, size: 11)
  }
}
