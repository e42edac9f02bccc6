import FLVKit

/// A stream pauses for more than ten seconds.
final class FLVTimestampJump: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.timestamp-jump", .warning, "a stream pauses for more than ten seconds",
      clause: "Adobe FLV 10.1 E.4.1, Timestamp",
      cause: "The source was interrupted, or its clock was set. Players freeze or skip.",
      remedy: "Record again, or cut the gap out.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    let totals = tag.tag.header.type == .video ? file.video : file.audio
    guard tag.isMedia, let last = totals.last, tag.milliseconds > last, tag.milliseconds - last > 10_000 else { return }
    run.find(
      self, "\(decimal(Double(tag.milliseconds - last) / 1000)) s after the tag before", at: tag.tag.position, size: tag.size,
      path: tag.path)
  }
}
