import BitstreamKit
import H264Kit
import NALKit

/// Slices of an extension come without its parameter set.
final class H264ExtensionWithoutSet: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.extension-without-set", .warning, "auxiliary pictures or slice extensions come without their parameter set",
      clause: """
        ITU-T H.264 (08/2021) 7.4.1.2.1 and Table 7-1: auxiliary coded pictures (nal_unit_type 19) need a sequence parameter \
        set extension, coded slice extensions (20, 21) a subset sequence parameter set
        """,
      cause: "The parameter set was lost or removed, or the header of a slice is damaged: decoders then drop the slice.",
      remedy: "Remove the units, or repeat the transfer.")
  }

  private var (hasExtension, hasSubset) = (false, false)

  override func unit(_ stream: H264Facts, _ run: CheckRun) {
    switch stream.nalUnitType {
    case 13: hasExtension = true
    case 15: hasSubset = true
    case 19 where !hasExtension: find("an auxiliary slice (19) without a sequence parameter set extension (13)", stream, run)
    case 20 where !hasSubset, 21 where !hasSubset:
      find("a slice extension (\(stream.nalUnitType)) without a subset sequence parameter set (15)", stream, run)
    default: break
    }
  }

  private func find(_ what: String, _ stream: H264Facts, _ run: CheckRun) {
    run.find(self, what, at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath)
  }
}
