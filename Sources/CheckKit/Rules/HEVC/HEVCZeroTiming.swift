import BitstreamKit

/// `num_units_in_tick` or time_scale is 0.
final class HEVCZeroTiming: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.zero-timing", .error, "num_units_in_tick or time_scale is 0",
      clause: "ITU-T H.265 (08/2021) E.3.1: both shall be greater than 0",
      cause: """
        The VUI is damaged, or the writer did not know the frame rate and should have left the timing out. Players divide \
        by zero or guess a rate.
        """,
      remedy: """
        'mediaprobe check --fix' removes the timing from a byte stream; then 'mediaprobe edit --set frame_rate=RATE' \
        writes the right one.
        """)
  }

  override func fault(_ error: SyntaxError, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .outOfRange = error.reason, ["vui_num_units_in_tick", "vui_time_scale"].contains(error.element) else { return }
    run.fault(self, error, stream.unitPath)
  }
}
