import BitstreamKit
import HEVCKit
import NALKit

/// An SEI message is in a unit of the wrong kind.
final class HEVCMessagePlace: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.message-place", .error, "an SEI message is in a unit of the wrong kind",
      clause: """
        ITU-T H.265 (08/2021) 7.3.5 and D.2.1: decoded picture hash is a suffix message; buffering period, picture timing \
        and most others are prefix messages
        """,
      cause: "A tool writes all messages into one unit. Decoders read the message as another type and ignore it.",
      remedy: "Write the message into a unit of the right type.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload else { return }
    let isSuffix = unit.header.nalUnitType == 40
    for message in information.messages {
      let isWrong = isSuffix ? [0, 1, 2, 6, 9, 45, 47, 129, 130, 137, 144].contains(message.payloadType) : message.payloadType == 132
      if !isWrong { continue }
      run.find(
        self, "payload type \(message.payloadType) in a \(isSuffix ? "suffix" : "prefix") unit", at: stream.unit.offset,
        size: stream.unit.length, path: stream.unitPath + " › sei_message")
    }
  }
}
