import BitstreamKit
import HEVCKit
import NALKit

/// A message gives timing for HRD parameters that are not there.
final class HEVCTimingWithoutHRD: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.timing-without-hrd", .warning, "a message gives timing for HRD parameters that are not there",
      clause: "ITU-T H.265 (08/2021) D.3.2, D.3.3 and D.3.22: without HRD parameters an access unit has no buffering period, nor delays",
      cause: "A tool removed the parameters from the VUI, and not the messages. Receivers take their fields for others.",
      remedy: "Remove the messages with the parameters, as 'mediaprobe edit' does.")
  }

  private var number = 0
  private var first: (offset: UInt64, size: UInt64)?

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, unit.header.nuhLayerId == 0 else { return }
    for message in information.messages where !stream.sets.allow(message) {
      if number == 0 { first = (stream.unit.offset, stream.unit.length) }
      number += 1
    }
  }

  override func end(_ stream: HEVCFacts, _ run: CheckRun) {
    guard let first else { return }
    run.find(
      self, "\(counted(number, "message", "messages")) of buffering or picture timing, and no HRD parameters", at: first.offset,
      size: first.size)
  }
}
