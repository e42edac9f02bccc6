import FLVKit
import ProbeKit

/// FrameType is not defined.
final class FLVUnknownFrameType: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.unknown-frame-type", .error, "FrameType is not defined",
      clause: "Adobe FLV 10.1 E.4.3.1: 1 to 5",
      cause: "The tag is damaged, or its writer uses a private value. Players skip the tag.",
      remedy: "Record or transfer again.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, !(1...5).contains(video.frameType) else { return }
    run.find(self, "FrameType is \(video.frameType)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
