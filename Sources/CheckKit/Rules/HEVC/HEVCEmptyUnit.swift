import BitstreamKit
import HEVCKit
import NALKit

/// A NAL unit has no bytes.
final class HEVCEmptyUnit: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.empty-unit", .error, "a NAL unit has no bytes",
      clause: "ITU-T H.265 (08/2021) 7.3.1.1: NumBytesInNalUnit is at least 2",
      cause: """
        Two start codes follow each other, or a length field is 0. Some decoders stop at such a unit. Where there is one before each other \
        unit, lengthSizeMinusOne of hvcC is too small.
        """,
      remedy: "'mediaprobe remux' to MP4 and back removes empty units.")
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    if stream.unit.length == 0 { run.find(self, "the unit is empty", at: stream.unit.offset, size: 0, path: stream.unitPath) }
  }
}
