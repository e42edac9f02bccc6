import BitstreamKit
import HEVCKit
import NALKit

/// A TSA or STSA picture is in the lowest sub-layer.
final class HEVCSwitchingTemporalId: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.switching-temporal-id", .error, "a TSA or STSA picture is in the lowest sub-layer",
      clause: "ITU-T H.265 (08/2021) 7.4.2.2: TemporalId of TSA pictures, and of STSA pictures of the base layer, shall not be 0",
      cause: "A wrong nal_unit_type. Network elements switch sub-layers at places that do not allow it.",
      remedy: "Write the picture as TRAIL_N or TRAIL_R.")
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard (2...5).contains(stream.nalUnitType), stream.header.nuhLayerId == 0, stream.header.nuhTemporalIdPlus1 == 1 else { return }
    run.find(self, "TemporalId of \(stream.header.type.name) is 0", at: stream.unit.offset, size: 2, path: stream.unitPath)
  }
}
