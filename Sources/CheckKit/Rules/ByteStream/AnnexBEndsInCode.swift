import BitstreamKit
import NALKit

/// The stream ends with a start code.
final class AnnexBEndsInCode: ByteStreamRule {
  override var page: RulePage {
    RulePage(
      "annexb.ends-in-start-code", .error, "the stream ends with a start code",
      clause: "ITU-T H.264 (08/2021) and H.265 (08/2021) B.1.1 and B.2.1: a start code precedes a unit",
      cause: "The stream was cut after a start code, or its writer ends with one. Players may wait for the unit.",
      remedy: "Transfer again, or remove the last bytes.")
  }

  private var last: AnnexBUnit?

  override func unit(_ unit: AnnexBUnit, _ run: CheckRun) {
    last = unit
  }

  override func end(leadingBytes: UInt64, _ run: CheckRun) {
    guard let last, last.length == 0 else { return }
    run.find(self, "no unit follows the last start code", at: last.startCodeOffset, size: UInt64(last.startCodeLength))
  }
}
