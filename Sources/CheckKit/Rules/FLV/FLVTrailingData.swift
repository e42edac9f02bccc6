import FLVKit

/// Bytes follow the last tag.
final class FLVTrailingData: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.trailing-data", .warning, "bytes follow the last tag",
      clause: "Adobe FLV 10.1 E.3",
      cause: "The recording was interrupted in a file of fixed size, or something was appended.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .dataAfterLastTag = finding else { return }
    run.find(self, finding.description, at: finding.position, size: nil)
  }
}
