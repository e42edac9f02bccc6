import BitstreamKit
import HEVCKit
import NALKit

/// The temporal nesting flags contradict the parameter sets.
final class HEVCTemporalNesting: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.temporal-nesting", .error, "the temporal nesting flags contradict the parameter sets",
      clause: """
        ITU-T H.265 (08/2021) 7.4.3.1 and 7.4.3.2.1: with one sub-layer the flags shall be 1; with the VPS flag 1 the SPS \
        flag shall be 1
        """,
      cause: "The writer fills the sets from different sources. Network elements take wrong decisions on sub-layers.",
      remedy: "Correct the flags, or encode again.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    let name = "temporal_id_nesting_flag"
    switch unit.payload {
    case .videoParameterSet(let set) where set.vpsMaxSubLayersMinus1 == 0 && !set.vpsTemporalIdNestingFlag:
      run.find(
        self, "there is one sub-layer, and vps_\(name) is 0", at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath)
    case .seqParameterSet(let set) where set.spsTemporalIdNestingFlag == false:
      let isNested = stream.sets.videoParameterSet(set.spsVideoParameterSetId)?.vpsTemporalIdNestingFlag == true
      guard set.spsMaxSubLayersMinus1 == 0 || isNested else { return }
      run.find(
        self, set.spsMaxSubLayersMinus1 == 0 ? "there is one sub-layer, and sps_\(name) is 0" : "vps_\(name) is 1, sps_\(name) 0",
        at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath)
    default: break
    }
  }
}
