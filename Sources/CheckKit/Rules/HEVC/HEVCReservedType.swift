import BitstreamKit
import HEVCKit
import NALKit

/// A NAL unit has a reserved or unspecified type.
final class HEVCReservedType: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.reserved-type", .note, "a NAL unit has a reserved or unspecified type",
      clause: "ITU-T H.265 (08/2021) Table 7-1",
      cause: """
        The stream carries private data such as Dolby Vision metadata (types 62 and 63), or uses an extension of a later \
        edition. Decoders ignore the units.
        """,
      remedy: "Nothing, unless the units are unexpected.")
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard stream.unit.length >= 2 else { return }
    switch stream.nalUnitType {
    case 10...15, 22...31, 41...63:
      run.find(self, "nal_unit_type is \(stream.nalUnitType)", at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath)
    default: break
    }
  }
}
