import FLVKit
import ProbeKit

/// FrameType is not defined, or not for the codec.
final class FLVUnknownFrameType: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.unknown-frame-type", .error, "FrameType is not defined, or not for the codec",
      clause: "Adobe FLV 10.1 E.4.3.1: 1 to 5; 3, a disposable inter frame, is for H.263 only",
      cause: "The tag is damaged, or its writer uses a private value. Players skip the tag.",
      remedy: "Record or transfer again.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video else { return }
    let isDisposable = video.frameType == 3 && (video.codecID == 7 || video.codecID == 12)
    if (1...5).contains(video.frameType), !isDisposable { return }
    let what = isDisposable ? ", which is for H.263 only" : ""
    run.find(self, "FrameType is \(video.frameType)\(what)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
