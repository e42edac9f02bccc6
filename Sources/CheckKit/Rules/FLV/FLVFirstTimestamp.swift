import FLVKit

/// The timestamp of the first tag is not 0.
final class FLVFirstTimestamp: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.first-timestamp", .error, "the timestamp of the first tag is not 0",
      clause: "Adobe FLV 10.1 E.4.1, Timestamp: relative to the first tag, which always has a timestamp of 0",
      cause: "A live stream was recorded from its middle. Players show the time of the server, or wait for it.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard tag.index == 0, tag.milliseconds != 0 else { return }
    run.find(self, "the timestamp is \(tag.milliseconds) ms", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
