import BitstreamKit
import NALKit

/// The stream has no unit.
final class AnnexBNoUnit: ByteStreamRule {
  override var page: RulePage {
    RulePage(
      "annexb.no-unit", .error, "the stream has no unit",
      clause: "ITU-T H.264 (08/2021) and H.265 (08/2021) B.1.1 and B.2.1",
      cause: "The file is none of the format, or was cut.",
      remedy: "Look at the source of the file.")
  }

  private var hasUnit = false

  override func unit(_ unit: AnnexBUnit, _ run: CheckRun) {
    hasUnit = true
  }

  override func end(leadingBytes: UInt64, _ run: CheckRun) {
    if !hasUnit { run.find(self, "no start code was found", at: 0) }
  }
}
