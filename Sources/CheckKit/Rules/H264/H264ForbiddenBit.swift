import BitstreamKit
import H264Kit
import NALKit

/// `forbidden_zero_bit` is 1.
final class H264ForbiddenBit: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.forbidden-zero-bit", .error, "forbidden_zero_bit is 1",
      clause: "ITU-T H.264 (08/2021) 7.4.1",
      cause: "The unit's header is damaged, or a network element marked the unit as corrupt (RFC 6184 5.3).",
      remedy: "Transfer the stream again, or drop the unit.")
  }

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    guard let first = stream.unit.headByte(0), first & 0x80 != 0 else { return }
    run.find(self, "forbidden_zero_bit is 1", at: stream.unit.offset, size: 1, path: stream.unitPath)
  }
}
