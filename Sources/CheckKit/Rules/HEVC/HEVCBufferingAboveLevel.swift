import BitstreamKit
import HEVCKit
import NALKit

/// `sps_max_dec_pic_buffering` exceeds the decoded picture buffer of the level.
final class HEVCBufferingAboveLevel: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.buffering-above-level", .error, "sps_max_dec_pic_buffering exceeds the decoded picture buffer of the level",
      clause: "ITU-T H.265 (08/2021) A.4.2: sps_max_dec_pic_buffering_minus1 + 1 shall not exceed MaxDpbSize",
      cause: "The encoder was given a level that is too low. Hardware decoders refuse the stream.",
      remedy: "Correct the level with 'mediaprobe edit --set general_level_idc=LEVEL'.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let count = set.maxDecPicBuffering, let limit = set.maxDpbSize, count > limit
    else { return }
    run.find(
      self,
      "sps_max_dec_pic_buffering_minus1 is \(count - 1), level \(set.profileTierLevel?.levelName ?? "") holds \(limit) pictures of this size",
      at: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath + " › seq_parameter_set_rbsp › sps_max_dec_pic_buffering_minus1")
  }
}
