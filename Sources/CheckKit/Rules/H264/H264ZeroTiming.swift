import BitstreamKit
import H264Kit
import NALKit

/// `num_units_in_tick` or time_scale is 0.
final class H264ZeroTiming: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.zero-timing", .error, "num_units_in_tick or time_scale is 0",
      clause: "ITU-T H.264 (08/2021) E.2.1: both shall be greater than 0",
      cause: """
        The VUI is damaged, or the writer did not know the frame rate and should have left the timing out. Players divide \
        by zero or guess a rate.
        """,
      remedy: """
        'mediaprobe check --fix' removes the timing from a byte stream; then 'mediaprobe edit --set frame_rate=RATE' \
        writes the right one.
        """)
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let timing = set.vuiParameters?.timingInfo,
      timing.numUnitsInTick == 0 || timing.timeScale == 0
    else { return }
    run.find(
      self, "num_units_in_tick is \(timing.numUnitsInTick), time_scale \(timing.timeScale)", at: stream.unit.offset,
      path: stream.unitPath + " › vui_parameters › num_units_in_tick")
  }
}
