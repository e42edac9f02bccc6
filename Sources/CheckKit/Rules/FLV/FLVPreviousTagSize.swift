import FLVKit

/// PreviousTagSize is not the size of the tag before it.
final class FLVPreviousTagSize: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.previous-tag-size", .error, "PreviousTagSize is not the size of the tag before it",
      clause: "Adobe FLV 10.1 E.3: 11 plus DataSize of the previous tag, 0 before the first",
      cause: "The file was edited or damaged. Players cannot seek backwards.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .previousTagSize = finding else { return }
    run.find(self, finding.description, at: finding.position, size: 4)
  }
}
