import BitstreamKit
import H264Kit
import NALKit

/// The frame rate of the VUI is not plausible.
final class H264OddRate: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.implausible-frame-rate", .warning, "the frame rate of the VUI is not plausible",
      clause: "ITU-T H.264 (08/2021) E.2.1: with fixed_frame_rate_flag 1 a frame lasts two ticks, num_units_in_tick / time_scale each",
      cause: """
        The writer gives the time scale of a container, or forgets that a frame lasts two ticks. Players that believe it \
        play too fast.
        """,
      remedy: "Set the rate with 'mediaprobe edit --set frame_rate=RATE'.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let timing = set.vuiParameters?.timingInfo, timing.numUnitsInTick > 0,
      timing.timeScale > 0, timing.fixedFrameRateFlag, let rate = set.frameRate, rate.value > 1000 || rate.value < 0.1,
      stream.track?.isItem != true
    else { return }
    run.find(
      self, "time_scale \(timing.timeScale) and num_units_in_tick \(timing.numUnitsInTick) make \(decimal(rate.value)) frames a second",
      at: stream.unit.offset, path: stream.unitPath + " › vui_parameters › time_scale")
  }
}
