import FLVKit
import ProbeKit

/// Key pictures are more than ten seconds apart.
class FLVKeyFrameInterval: TagRule {
  /// The longest distance in milliseconds.
  var longest: UInt32 { 10_000 }

  override var page: RulePage {
    RulePage(
      "flv.key-frame-interval", .warning, "key pictures are more than ten seconds apart",
      clause: "Adobe FLV 10.1 E.4.3.1, FrameType",
      cause: "The encoder was set to long groups of pictures. Viewers who join or seek wait for the next key picture.",
      remedy: "Encode with a key picture every two seconds.")
  }

  /// The last key picture, and the last picture.
  private var (last, end): (UInt32?, UInt32) = (nil, 0)

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, tag.isMedia else { return }
    end = tag.milliseconds
    guard video.frameType == 1 else { return }
    defer { last = tag.milliseconds }
    guard let last, tag.milliseconds > last, tag.milliseconds - last > longest else { return }
    run.find(
      self, "\(decimal(Double(tag.milliseconds - last) / 1000)) s after the key picture before", at: tag.tag.position, size: tag.size,
      path: tag.path)
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let last, end > last, end - last > longest else { return }
    run.find(self, "no key picture in the last \(decimal(Double(end - last) / 1000)) s")
  }
}
