import FLVKit

/// The timestamp of a script tag is more than a second earlier than that of the media tag before it.
final class FLVScriptTimestamp: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.script-timestamp", .warning, "the timestamp of a script tag is more than a second behind",
      clause: "Adobe FLV 10.1 E.4.1, Timestamp",
      cause: "A server inserts data with times of its own. Players that sort by time stop or restart.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  private var last: UInt32 = 0

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    if tag.tag.header.type != .script { return last = tag.milliseconds }
    if last >= tag.milliseconds, last - tag.milliseconds >= 1000, file.scriptCount > 0 {
      run.find(self, "the timestamp is \(tag.milliseconds) ms after \(last) ms", at: tag.tag.position, size: tag.size, path: tag.path)
    }
  }
}
