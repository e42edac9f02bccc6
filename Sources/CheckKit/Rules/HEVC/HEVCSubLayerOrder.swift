import BitstreamKit
import HEVCKit
import NALKit

/// A sub-layer has lower limits than the one below it.
final class HEVCSubLayerOrder: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.sub-layer-order", .error, "a sub-layer has lower limits than the one below it",
      clause: """
        ITU-T H.265 (08/2021) 7.4.3.1 and 7.4.3.2.1: max_dec_pic_buffering_minus1[ i ] and max_num_reorder_pics[ i ] shall \
        not be less than those of i − 1
        """,
      cause: "The set is damaged, or its writer gives the limits in the wrong order. Decoders of all sub-layers reserve too little.",
      remedy: "Encode again.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    let infos: [SubLayerOrderingInfo]
    switch unit.payload {
    case .videoParameterSet(let set): infos = set.subLayerOrderingInfo
    case .seqParameterSet(let set): infos = set.subLayerOrderingInfo
    default: return
    }
    for (lower, upper) in zip(infos, infos.dropFirst())
    where upper.maxDecPicBufferingMinus1 < lower.maxDecPicBufferingMinus1 || upper.maxNumReorderPics < lower.maxNumReorderPics {
      run.find(
        self,
        "buffering and reordering of \(upper.maxDecPicBufferingMinus1) and \(upper.maxNumReorderPics) above \(lower.maxDecPicBufferingMinus1) and \(lower.maxNumReorderPics)",
        at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath)
    }
  }
}
