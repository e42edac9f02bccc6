import FLVKit
import ProbeKit

/// H.265 has CodecID 12.
final class FLVLegacyHEVC: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.legacy-hevc", .warning, "H.265 has CodecID 12",
      clause: "Adobe FLV 10.1 E.4.3.1 does not define 12; Enhanced RTMP v2 has hvc1",
      cause: "The writer follows a private extension that is common in China. Other players show no picture.",
      remedy: "'mediaprobe remux IN.flv OUT.flv' rewrites the file.")
  }

  private var isFound = false

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let video = tag.details.video, video.codecID == 12, !isFound else { return }
    isFound = true
    run.find(self, "CodecID is 12", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
