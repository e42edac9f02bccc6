import FLVKit

/// Timestamps run backwards.
final class FLVTimestampBackwards: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.timestamp-backwards", .error, "timestamps run backwards",
      clause: "Adobe FLV 10.1 E.4.1, Timestamp",
      cause: "Two recordings were joined, the source restarted, or packets were written out of order. Players stop or skip.",
      remedy: "Record again, or cut the file at the place with 'mediaprobe cut'.")
  }

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .timestampBackwards(_, let from, let to, _) = finding,
      from &- to < FLVTimestampExtension.wrap
    else { return }
    run.find(self, finding.description, at: finding.position, size: 11)
  }
}
