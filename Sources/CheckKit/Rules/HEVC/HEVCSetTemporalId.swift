import BitstreamKit
import HEVCKit
import NALKit

/// A parameter set or end unit is not in the lowest sub-layer.
final class HEVCSetTemporalId: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.set-temporal-id", .error, "a parameter set or end unit is not in the lowest sub-layer",
      clause: "ITU-T H.265 (08/2021) 7.4.2.2: TemporalId of VPS, SPS, EOS and EOB shall be 0",
      cause: "A wrong header. Receivers of the lower sub-layers drop the unit.",
      remedy: "Write the unit with nuh_temporal_id_plus1 1.")
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard [32, 33, 36, 37].contains(stream.nalUnitType), stream.header.nuhTemporalIdPlus1 > 1 else { return }
    run.find(
      self, "TemporalId of \(stream.header.type.name) is \(stream.header.nuhTemporalIdPlus1 - 1)", at: stream.unit.offset, size: 2,
      path: stream.unitPath)
  }
}
