import FLVKit

/// Reserved bits of a tag are set.
final class FLVTagReserved: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.tag-reserved-bits", .error, "reserved bits of a tag are set",
      clause: "Adobe FLV 10.1 E.4.1: Reserved shall be 0",
      cause: "The file was damaged, or written by a faulty program.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .reservedBits = finding, finding.position != 4 else { return }
    run.find(self, finding.description, at: finding.position, size: 1)
  }
}
