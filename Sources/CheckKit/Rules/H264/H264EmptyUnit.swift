import BitstreamKit
import H264Kit
import NALKit

/// A NAL unit has no bytes.
final class H264EmptyUnit: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.empty-unit", .error, "a NAL unit has no bytes",
      clause: "ITU-T H.264 (08/2021) 7.3.1: NumBytesInNALunit is at least 1",
      cause: """
        Two start codes follow each other, or a length field is 0. Some decoders stop at such a unit. Where there is one before each other \
        unit, lengthSizeMinusOne of avcC is too small.
        """,
      remedy: "'mediaprobe remux' to MP4 and back removes empty units.")
  }

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    if stream.unit.length == 0 { run.find(self, "the unit is empty", at: stream.unit.offset, size: 0, path: stream.unitPath) }
  }
}
