import FLVKit
import ProbeKit

/// CodecID is not defined.
final class FLVUnknownVideoCodec: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.unknown-video-codec", .error, "CodecID is not defined",
      clause: "Adobe FLV 10.1 E.4.3.1: 1 to 7",
      cause: "The tag is damaged, or its writer uses a private value. Players show no picture.",
      remedy: "Encode again, or write the tags in the enhanced form.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    guard let id = tag.details.video?.codecID, !(1...7).contains(id), id != 12 else { return }
    run.find(self, "CodecID is \(id)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
