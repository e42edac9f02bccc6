import FLVKit
import ProbeKit

/// CodecID is 1 (JPEG), which is not used.
final class FLVJPEG: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.jpeg", .warning, "CodecID is 1 (JPEG), which is not used",
      clause: "Adobe FLV 10.1 E.4.3.1: CodecID 1 is not used",
      cause: "An old or faulty writer. Players show no picture.",
      remedy: "Encode again.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, video.codecID == 1, file.video.tagCount == 0 else { return }
    run.find(self, "CodecID is 1", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
