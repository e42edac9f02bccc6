import BitstreamKit
import HEVCKit
import NALKit

/// The frame rate of the VUI is not plausible.
final class HEVCOddRate: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.implausible-frame-rate", .warning, "the frame rate of the VUI is not plausible",
      clause: "ITU-T H.265 (08/2021) E.3.1: a picture lasts a multiple of vui_num_units_in_tick / vui_time_scale",
      cause: "The writer gives the time scale of a container. Players that believe it play too fast.",
      remedy: "Set the rate with 'mediaprobe edit --set frame_rate=RATE'.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let timing = set.vuiParameters?.timingInfo, timing.vuiNumUnitsInTick > 0,
      timing.vuiTimeScale > 0
    else { return }
    let rate = Double(timing.vuiTimeScale) / Double(timing.vuiNumUnitsInTick)
    guard rate > 1000 || rate < 0.1, stream.track?.isItem != true else { return }
    run.find(
      self,
      "vui_time_scale \(timing.vuiTimeScale) and vui_num_units_in_tick \(timing.vuiNumUnitsInTick) make \(decimal(rate)) pictures a second",
      at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath + " › vui_parameters › vui_time_scale")
  }
}
