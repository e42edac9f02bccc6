import FLVKit

/// DataOffset is less than the size of the header.
final class FLVDataOffset: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.data-offset", .error, "DataOffset is less than the size of the header",
      clause: "Adobe FLV 10.1 E.2",
      cause: "The file was damaged, or written by a faulty program. Players that use the offset start in the middle of the header.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .dataOffset = finding else { return }
    run.find(self, finding.description, at: finding.position, size: 4)
  }
}
