import BitstreamKit
import HEVCKit
import NALKit

/// An active parameter sets message is not the first of its access unit.
final class HEVCActiveSetsOrder: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.active-parameter-sets-order", .note, "an active parameter sets message is not the first of its access unit",
      clause: "ITU-T H.265 (08/2021) 7.4.2.4.4: it is the first SEI message of the first SEI unit",
      cause: """
        x265 writes the messages about HDR before it, and so do tools that insert messages. Receivers read the messages before it \
        without their parameter sets, which harms none of those in use.
        """,
      remedy: "Insert other messages after it.")
  }

  private var messages = 0

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    if stream.isBaseSlice { messages = 0 }
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, unit.header.nuhLayerId == 0, unit.header.nalUnitType == 39 else { return }
    for message in information.messages {
      if message.payloadType == 129, messages > 0 {
        run.find(
          self, counted(messages, "message precedes it", "messages precede it"), at: stream.unit.offset,
          size: stream.unit.length,
          path: stream.unitPath + " › active_parameter_sets")
      }
      messages += 1
    }
  }
}
