import BitstreamKit
import HEVCKit
import NALKit

/// Filler data has other bytes than 0xFF.
final class HEVCFillerValue: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.filler-value", .warning, "filler data has other bytes than 0xFF",
      clause: "ITU-T H.265 (08/2021) 7.3.2.8 and 7.4.3.8: ff_byte is 0xFF",
      cause: "The bytes were damaged, or a tool marked another unit as filler by its type. Decoders ignore the unit.",
      remedy: "Nothing is lost if the unit is removed; if it was a picture, transfer the file again.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .fillerData(let filler) = unit.payload, !filler.isRegular else { return }
    run.find(
      self, "\(counted(filler.ffBytes.count / 8, "byte")), not all 0xFF", at: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath + " › ff_byte")
  }
}
