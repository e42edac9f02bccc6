import FLVKit
import ProbeKit

/// Key pictures are more than four seconds apart.
final class FLVRTMPKeyFrameInterval: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.rtmp-key-frame-interval", .warning, "key pictures are more than four seconds apart",
      clause: "YouTube and Twitch ask encoders for a key picture every 2 s, and at most every 4 s",
      cause: "The encoder was set to long groups of pictures. Services refuse the stream or start viewers late.",
      remedy: "Encode with a key picture every two seconds.",
      targets: [.rtmp])
  }

  /// The last key picture, and the last picture.
  private var (last, end): (UInt32?, UInt32) = (nil, 0)

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, tag.isMedia else { return }
    end = tag.milliseconds
    guard video.frameType == 1 else { return }
    defer { last = tag.milliseconds }
    guard let last, tag.milliseconds > last, tag.milliseconds - last > 4000 else { return }
    run.find(
      self, "\(decimal(Double(tag.milliseconds - last) / 1000)) s after the key picture before", at: tag.tag.position, size: tag.size,
      path: tag.path)
  }

  override func end(_ file: FLVFacts, _ run: CheckRun) {
    guard let last, end > last, end - last > 4000 else { return }
    run.find(self, "no key picture in the last \(decimal(Double(end - last) / 1000)) s")
  }
}
