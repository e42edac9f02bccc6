import BitstreamKit
import H264Kit
import NALKit

/// low_delay_hrd_flag contradicts fixed_frame_rate_flag.
final class H264LowDelayRate: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.low-delay-fixed-rate", .error, "low_delay_hrd_flag contradicts fixed_frame_rate_flag",
      clause: "ITU-T H.264 (08/2021) E.2.1: when fixed_frame_rate_flag is 1, low_delay_hrd_flag is 0",
      cause:
        "With low delay, large pictures may come late, so that the frame rate is not fixed. The writer sets flags without regard to each other.",
      remedy: "'mediaprobe edit --set vui.fixed_frame_rate_flag=0', or encode without low delay.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let vui = set.vuiParameters, vui.lowDelayHrdFlag == true,
      vui.timingInfo?.fixedFrameRateFlag == true
    else { return }
    run.find(
      self, "both are 1", at: stream.unit.offset, path: stream.unitPath + " › vui_parameters › low_delay_hrd_flag")
  }
}
