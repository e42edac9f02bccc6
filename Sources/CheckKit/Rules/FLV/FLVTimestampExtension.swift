import FLVKit

/// TimestampExtended was not counted after 0xFFFFFF.
final class FLVTimestampExtension: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.timestamp-extension", .error, "TimestampExtended was not counted after 0xFFFFFF",
      clause: "Adobe FLV 10.1 E.4.1, TimestampExtended",
      cause: "The writer keeps 24 bits alone, so that the time returns to 0 after 4 hours and 40 minutes.",
      remedy: "Record with another program.")
  }

  /// A step back of at least this much is a lost extension.
  static let wrap: UInt32 = 0xF0_0000

  override func fault(_ fault: FLVFault, _ file: FLVFacts, _ run: CheckRun) {
    guard case .finding(let finding) = fault, case .timestampBackwards(_, let from, let to, _) = finding, from &- to >= Self.wrap else {
      return
    }
    run.find(self, finding.description, at: finding.position, size: 11)
  }
}
