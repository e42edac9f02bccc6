import BitstreamKit
import HEVCKit
import NALKit

/// A picture is in a sub-layer that the sequence parameter set does not have.
final class HEVCTemporalIdAboveSet: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.temporal-id-above-set", .error, "a picture is in a sub-layer that the sequence parameter set does not have",
      clause: "ITU-T H.265 (08/2021) 7.4.3.2.1, sps_max_sub_layers_minus1",
      cause: "The set was edited, or the stream was joined with another one. Decoders drop the picture.",
      remedy: "Encode again.")
  }

  override func unit(_ stream: HEVCFacts, _ run: CheckRun) {
    guard stream.isBaseSlice, let set = stream.sliceSet, stream.header.nuhTemporalIdPlus1 > set.spsMaxSubLayersMinus1 + 1 else { return }
    run.find(
      self, "TemporalId is \(stream.header.nuhTemporalIdPlus1 - 1), sps_max_sub_layers_minus1 \(set.spsMaxSubLayersMinus1)",
      at: stream.unit.offset, size: 2, path: stream.unitPath)
  }
}
