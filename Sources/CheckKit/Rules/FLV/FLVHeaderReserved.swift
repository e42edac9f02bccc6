import FLVKit

/// Reserved bits of the file header are set.
final class FLVHeaderReserved: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.header-reserved-bits", .error, "reserved bits of the file header are set",
      clause: "Adobe FLV 10.1 E.2: TypeFlagsReserved shall be 0",
      cause: "The file was damaged, or written by a faulty program. Strict players refuse the file.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .reservedBits = finding, finding.position == 4 else { return }
    run.find(self, finding.description, at: 4, size: 1)
  }
}
