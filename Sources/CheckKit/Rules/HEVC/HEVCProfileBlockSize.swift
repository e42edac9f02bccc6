import BitstreamKit
import HEVCKit
import NALKit

/// The coding tree blocks have a size that the profile or level does not allow.
final class HEVCProfileBlockSize: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.profile-block-size", .error, "the coding tree blocks have a size that the profile or level does not allow",
      clause: "ITU-T H.265 (08/2021) A.3.2, CtbLog2SizeY from 4 to 6; A.4.1, 32 or 64 from level 5 on",
      cause: "The encoder was given a block size without regard to the profile and level. Hardware decoders refuse the stream.",
      remedy: "Encode with coding tree blocks of 32 or 64 samples.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let profile = set.profileTierLevel, let idc = profile.general?.profileIdc,
      (1...3).contains(idc)
    else { return }
    let isTooSmall = profile.generalLevelIdc >= 150 && profile.generalLevelIdc < 255 && set.ctbLog2SizeY < 5
    guard isTooSmall || !(4...6).contains(set.ctbLog2SizeY) else { return }
    run.find(
      self, "CtbSizeY is \(1 << set.ctbLog2SizeY), the level \(profile.levelName)", at: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath + " › seq_parameter_set_rbsp › log2_diff_max_min_luma_coding_block_size")
  }
}
