import BitstreamKit
import HEVCKit
import NALKit

/// The video parameter set announces layers and does not describe them.
final class HEVCLayersWithoutExtension: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.layers-without-extension", .warning, "the video parameter set announces layers and does not describe them",
      clause: "ITU-T H.265 (08/2021) 7.4.3.1 and F.7.4.3.1: vps_max_layers_minus1, vps_extension( )",
      cause: "Layers were removed from the stream and the set was kept, or the set is damaged. Receivers wait for the layers.",
      remedy: "Encode again, or accept: the base layer can be decoded.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .videoParameterSet(let set) = unit.payload, set.vpsExtension == nil,
      set.vpsMaxLayersMinus1 > 0 || !set.vpsBaseLayerInternalFlag || !set.vpsBaseLayerAvailableFlag
    else { return }
    run.find(
      self,
      set.vpsMaxLayersMinus1 > 0
        ? "vps_max_layers_minus1 is \(set.vpsMaxLayersMinus1), and there is no vps_extension( )"
        : "the base layer is said to be outside of the stream, and there is no vps_extension( )", at: stream.unit.offset,
      size: stream.unit.length, path: stream.unitPath + " › video_parameter_set_rbsp › vps_max_layers_minus1")
  }
}
