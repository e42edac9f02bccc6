import BitstreamKit
import HEVCKit
import NALKit

/// An IRAP picture is not in the lowest sub-layer.
final class HEVCIRAPTemporalId: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.irap-temporal-id", .error, "an IRAP picture is not in the lowest sub-layer",
      clause: "ITU-T H.265 (08/2021) 7.4.2.2: TemporalId of IRAP pictures shall be 0",
      cause: "A wrong header. Receivers of the lower sub-layers drop the picture and cannot start.",
      remedy: "Encode again, or correct nuh_temporal_id_plus1.")
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard (16...23).contains(stream.nalUnitType), stream.header.nuhLayerId == 0, stream.header.nuhTemporalIdPlus1 > 1 else { return }
    run.find(
      self, "TemporalId of \(stream.header.type.name) is \(stream.header.nuhTemporalIdPlus1 - 1)", at: stream.unit.offset, size: 2,
      path: stream.unitPath)
  }
}
