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

  private var last: UInt32?

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, tag.isMedia, video.frameType == 1 else { return }
    defer { last = tag.milliseconds }
    guard let last, tag.milliseconds > last, tag.milliseconds - last > 4000 else { return }
    run.find(
      self, "\(decimal(Double(tag.milliseconds - last) / 1000)) s after the key picture before", at: tag.tag.position, size: tag.size,
      path: tag.path)
  }
}
