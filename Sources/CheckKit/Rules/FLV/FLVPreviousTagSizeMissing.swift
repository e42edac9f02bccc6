import FLVKit

/// The file ends without the last PreviousTagSize.
final class FLVPreviousTagSizeMissing: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.previous-tag-size-missing", .error, "the file ends without the last PreviousTagSize",
      clause: "Adobe FLV 10.1 E.3",
      cause: "The recording was interrupted, or its writer forgets the field.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .previousTagSizeMissing = finding else { return }
    run.find(self, finding.description, at: finding.position, size: 0)
  }
}
