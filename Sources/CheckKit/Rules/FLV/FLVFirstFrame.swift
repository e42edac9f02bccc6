import FLVKit
import ProbeKit

/// The first picture is not a key picture.
final class FLVFirstFrame: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.first-frame-not-key", .warning, "the first picture is not a key picture",
      clause: "Adobe FLV 10.1 E.4.3.1, FrameType",
      cause: "A live stream was recorded from its middle. Players show nothing or artefacts up to the next key picture.",
      remedy: "Cut at a key picture: 'mediaprobe cut' does.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, tag.isMedia, file.video.mediaCount == 0, video.frameType != 1, video.frameType != 4 else { return }
    run.find(self, "FrameType is \(video.frameType)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
