import BitstreamKit
import HEVCKit
import NALKit

/// Units follow the end of the bitstream.
final class HEVCStreamEndNotLast: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.end-of-bitstream-not-last", .error, "units follow the end of the bitstream",
      clause: "ITU-T H.265 (08/2021) 7.4.3.7: no NAL unit follows an end of bitstream NAL unit",
      cause: "Two streams were joined as bytes. Players stop at the first end of bitstream.",
      remedy: "Join with 'mediaprobe join', which removes the unit.")
  }

  private var end: UInt64?

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    if stream.isConfiguration { return }
    if let end {
      run.find(self, "units follow the end of the bitstream", at: end, size: 2, path: stream.unitPath)
      self.end = nil
    }
    if stream.nalUnitType == 37 { end = stream.unit.offset }
  }
}
