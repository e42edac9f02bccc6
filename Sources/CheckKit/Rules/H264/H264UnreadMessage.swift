import BitstreamKit
import H264Kit
import NALKit

/// An SEI message has a known type, and cannot be read as such.
final class H264UnreadMessage: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.unread-message", .warning, "an SEI message has a known type, and cannot be read as such",
      clause: "ITU-T H.264 (08/2021) D.1",
      cause: "The message is damaged, or its writer follows another edition. Players ignore it.",
      remedy: "Write the message again, or remove it.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload else { return }
    for message in information.messages {
      guard case .other(let bits) = message.payload, SEIPayload.isTyped(message.payloadType), !bits.bytes.isEmpty else { continue }
      run.find(
        self, "payload type \(message.payloadType) of \(bits.bytes.count) bytes", at: stream.unit.offset, size: stream.unit.length,
        path: stream.unitPath + " › sei_message")
    }
  }
}
