import BitstreamKit
import HEVCKit
import NALKit

/// An IRAP picture lacks the buffering period message that HRD parameters require.
final class HEVCMissingBufferingPeriod: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.missing-buffering-period", .warning, "an IRAP picture lacks the buffering period message that HRD parameters require",
      clause: "ITU-T H.265 (08/2021) D.3.2: with NAL or VCL HRD parameters each IRAP access unit has a buffering period message",
      cause:
        "A tool removed the message, or HRD parameters were added without messages. Receivers that model the buffer do not begin there.",
      remedy: "Encode again, or remove the HRD parameters: 'mediaprobe edit --set vui_hrd_parameters_present_flag=0 IN -o OUT'.")
  }

  private var hasPeriod = false
  private var number = 0
  private var first: (offset: UInt64, size: UInt64)?

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload, unit.header.nuhLayerId == 0 else { return }
    if information.messages.contains(where: { $0.payloadType == 0 || $0.payloadType == 133 }) { hasPeriod = true }
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard stream.isBaseSlice, stream.isFirstSegment else { return }
    defer { hasPeriod = false }
    guard !hasPeriod, (16...23).contains(stream.nalUnitType), stream.sliceSet?.vuiParameters?.hasHRD == true else { return }
    if number == 0 { first = (stream.unit.offset, stream.unit.length) }
    number += 1
  }

  override func end(_ stream: HEVCFacts, _ run: CheckRun) {
    guard let first else { return }
    let pictures = counted(number, "IRAP picture has", "IRAP pictures have")
    run.find(self, "\(pictures) no buffering period message", at: first.offset, size: first.size)
  }
}
