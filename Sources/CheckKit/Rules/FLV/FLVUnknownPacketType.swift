import FLVKit
import ProbeKit

/// The packet type is not defined.
final class FLVUnknownPacketType: TagRule {
  override var page: RulePage {
    RulePage(
      "flv.unknown-packet-type", .error, "the packet type is not defined",
      clause: "Adobe FLV 10.1 E.4.2.2 and E.4.3.1: AACPacketType 0 and 1, AVCPacketType 0 to 2",
      cause: "The tag is damaged. Players skip it.",
      remedy: "Record or transfer again.")
  }

  override func tag(_ tag: FLVTagFacts, _ file: FLVFacts, _ run: CheckRun) {
    let type = tag.details.video?.avcPacketType ?? tag.details.audio?.aacPacketType
    guard let type, type > (tag.tag.header.type == .video ? 2 : 1) else { return }
    run.find(
      self, "\(tag.tag.header.type == .video ? "AVC" : "AAC")PacketType is \(type)", at: tag.tag.position, size: tag.size, path: tag.path)
  }
}
