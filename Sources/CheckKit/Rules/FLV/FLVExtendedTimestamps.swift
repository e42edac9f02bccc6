import FLVKit

/// Timestamps need TimestampExtended.
final class FLVExtendedTimestamps: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.extended-timestamps", .note, "timestamps need TimestampExtended",
      clause: "Adobe FLV 10.1 E.4.1, TimestampExtended",
      cause: "The file is longer than 4 hours and 40 minutes. Old players ignore the extension.",
      remedy: "Nothing.")
  }

  private var isFound = false

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard !isFound, tag.tag.header.timestampExtended != 0 else { return }
    isFound = true
    run.find(self, "the timestamp is \(tag.milliseconds) ms", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
