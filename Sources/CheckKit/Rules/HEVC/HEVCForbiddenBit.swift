import BitstreamKit
import HEVCKit
import NALKit

/// `forbidden_zero_bit` is 1.
final class HEVCForbiddenBit: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.forbidden-zero-bit", .error, "forbidden_zero_bit is 1",
      clause: "ITU-T H.265 (08/2021) 7.4.2.2",
      cause: "The unit's header is damaged, or a network element marked the unit as corrupt (RFC 7798 1.1.4).",
      remedy: "Transfer the stream again, or drop the unit.")
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard let first = stream.unit.headByte(0), first & 0x80 != 0 else { return }
    run.find(self, "forbidden_zero_bit is 1", at: stream.unit.offset, size: 1, path: stream.unitPath)
  }
}
