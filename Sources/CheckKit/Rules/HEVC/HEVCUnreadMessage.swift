import BitstreamKit
import HEVCKit
import NALKit

/// An SEI message has a known type, and cannot be read as such.
final class HEVCUnreadMessage: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.unread-message", .warning, "an SEI message has a known type, and cannot be read as such",
      clause: "ITU-T H.265 (08/2021) D.2",
      cause: "The message is damaged, or its writer follows another edition. Players ignore it.",
      remedy: "Write the message again, or remove it.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, unit.header.nuhLayerId == 0, stream.activeSet != nil else { return }
    let isSuffix = unit.header.nalUnitType == 40
    for message in information.messages {
      guard case .other(let bits) = message.payload, SEIPayload.isTyped(message.payloadType, isSuffix: isSuffix), !bits.bytes.isEmpty
      else { continue }
      run.find(
        self, "payload type \(message.payloadType) of \(bits.bytes.count) bytes", at: stream.unit.offset, size: stream.unit.length,
        path: stream.unitPath + " › sei_message")
    }
  }
}
