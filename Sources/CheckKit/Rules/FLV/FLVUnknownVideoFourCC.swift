import FLVKit
import ProbeKit

/// A video codec of the enhanced form is unknown.
final class FLVUnknownVideoFourCC: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.unknown-video-fourcc", .warning, "a video codec of the enhanced form is unknown",
      clause: "Enhanced RTMP v2, VideoFourCc",
      cause: "The writer uses a code of a later edition, or a private one. Players show no picture.",
      remedy: "Encode again.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let code = tag.details.video?.exVideoTagHeader?.videoFourCc, VideoFourCc.name(code).description == "UNKNOWN",
      file.video.tagCount == 0
    else { return }
    run.find(self, "VideoFourCc is \(code)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
