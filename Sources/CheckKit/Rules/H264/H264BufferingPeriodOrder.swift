import BitstreamKit
import H264Kit
import NALKit

/// A buffering period is not the first message of its access unit.
final class H264BufferingPeriodOrder: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.buffering-period-order", .error, "a buffering period is not the first message of its access unit",
      clause: "ITU-T H.264 (08/2021) 7.4.1.2.3: a buffering period SEI message is the first payload of the first SEI unit",
      cause: "A tool inserts its messages before the encoder's. Receivers that model the buffer miss the message.",
      remedy: "Insert other messages after it.")
  }

  private var messages = 0

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    if (1...5).contains(stream.nalUnitType) || stream.nalUnitType == 9 { messages = 0 }
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload else { return }
    for message in information.messages {
      if case .bufferingPeriod = message.payload, messages > 0 {
        run.find(
          self, counted(messages, "message precedes it", "messages precede it"), at: stream.unit.offset,
          size: stream.unit.length,
          path: stream.unitPath + " › buffering_period")
      }
      messages += 1
    }
  }
}
