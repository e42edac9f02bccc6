import BitstreamKit
import HEVCKit
import NALKit

/// A sequence parameter set exceeds the video parameter set.
final class HEVCAboveVPS: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.set-above-vps", .error, "a sequence parameter set exceeds the video parameter set",
      clause: """
        ITU-T H.265 (08/2021) 7.4.3.2.1: sps_max_sub_layers_minus1, sps_max_dec_pic_buffering_minus1 and \
        sps_max_num_reorder_pics shall not exceed those of the VPS
        """,
      cause: "One of the sets was edited without the other. Receivers that plan by the VPS reserve too little.",
      remedy: "Encode again, or edit both sets.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, unit.header.nuhLayerId == 0,
      let video = stream.sets.videoParameterSet(set.spsVideoParameterSetId)
    else { return }
    if set.spsMaxSubLayersMinus1 > video.vpsMaxSubLayersMinus1 {
      return run.find(
        self, "sps_max_sub_layers_minus1 is \(set.spsMaxSubLayersMinus1), vps_max_sub_layers_minus1 \(video.vpsMaxSubLayersMinus1)",
        at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath)
    }
    guard set.spsMaxSubLayersMinus1 == video.vpsMaxSubLayersMinus1, let own = set.subLayerOrderingInfo.last,
      let other = video.subLayerOrderingInfo.last,
      own.maxDecPicBufferingMinus1 > other.maxDecPicBufferingMinus1 || own.maxNumReorderPics > other.maxNumReorderPics
    else { return }
    run.find(
      self,
      "buffering and reordering of \(own.maxDecPicBufferingMinus1) and \(own.maxNumReorderPics), in the VPS \(other.maxDecPicBufferingMinus1) and \(other.maxNumReorderPics)",
      at: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath + " › seq_parameter_set_rbsp › sps_max_dec_pic_buffering_minus1")
  }
}
