import BitstreamKit
import H264Kit
import NALKit

/// A message gives timing for HRD parameters that are not there.
final class H264TimingWithoutHRD: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.timing-without-hrd", .warning, "a message gives timing for HRD parameters that are not there",
      clause: "ITU-T H.264 (08/2021) D.2.1 and D.2.2: without HRD parameters an access unit has no buffering period, nor delays",
      cause: "A tool removed the parameters from the VUI, and not the messages. Receivers take their fields for others.",
      remedy: "Remove the messages with the parameters, as 'mediaprobe edit' does.")
  }

  private var number = 0
  private var first: (offset: UInt64, size: UInt64)?

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload else { return }
    for message in information.messages where !stream.sets.allow(message) {
      if number == 0 { first = (stream.unit.offset, stream.unit.length) }
      number += 1
    }
  }

  override func end(_ stream: H264Facts, _ run: CheckRun) {
    guard let first else { return }
    run.find(
      self, "\(counted(number, "message", "messages")) of buffering or picture timing, and no HRD parameters", at: first.offset,
      size: first.size)
  }
}
