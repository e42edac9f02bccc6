import FLVKit
import ProbeKit

/// Key pictures are more than ten seconds apart.
final class FLVKeyFrameInterval: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.key-frame-interval", .warning, "key pictures are more than ten seconds apart",
      clause: "Adobe FLV 10.1 E.4.3.1, FrameType",
      cause: "The encoder was set to long groups of pictures. Viewers who join or seek wait for the next key picture.",
      remedy: "Encode with a key picture every two seconds.")
  }

  private var last: UInt32?

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, tag.isMedia, video.frameType == 1 else { return }
    defer { last = tag.milliseconds }
    guard let last, tag.milliseconds > last, tag.milliseconds - last > 10_000 else { return }
    run.find(
      self, "\(decimal(Double(tag.milliseconds - last) / 1000)) s after the key picture before", at: tag.tag.position, size: tag.size,
      path: tag.path)
  }
}
