import BitstreamKit
import H264Kit
import NALKit

/// The parameter sets use a tool that the profile does not have.
final class H264ProfileTools: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.profile-tools", .error, "the parameter sets use a tool that the profile does not have",
      clause: "ITU-T H.264 (08/2021) A.2.1 to A.2.4",
      cause: "The profile was changed in the set, not in the encoder. Decoders of that profile fail.",
      remedy: "Encode for the profile, or correct it with 'mediaprobe edit --set profile_idc=N': 77 is Main, 88 Extended, 100 High.")
  }

  private var profiles: [UInt32: UInt8] = [:]

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    switch unit.payload {
    case .seqParameterSet(let set):
      profiles[set.seqParameterSetId] = set.profileIdc
      if set.profileIdc == 66, !set.frameMbsOnlyFlag {
        run.find(
          self, "Baseline, but frame_mbs_only_flag is 0", at: stream.unit.offset,
          path: stream.unitPath + " › seq_parameter_set_data › frame_mbs_only_flag")
      }
      if set.profileIdc == 100, let format = set.sampleFormat,
        format.chromaFormatIdc > 1 || format.bitDepthLumaMinus8 > 0 || format.bitDepthChromaMinus8 > 0
      {
        run.find(
          self, "High, but chroma_format_idc is \(format.chromaFormatIdc) and the bit depth \(set.bitDepthLuma)", at: stream.unit.offset,
          path: stream.unitPath + " › seq_parameter_set_data › chroma_format_idc")
      }
    case .picParameterSet(let set):
      guard let profile = profiles[set.seqParameterSetId] else { return }
      var tools: [String] = []
      if profile == 66, set.entropyCodingModeFlag { tools.append("entropy_coding_mode_flag") }
      if profile == 66 || profile == 77 || profile == 88, set.extension?.transform8x8ModeFlag == true {
        tools.append("transform_8x8_mode_flag")
      }
      if profile == 66, set.weightedPredFlag || set.weightedBipredIdc != 0 { tools.append("weighted_pred_flag") }
      if profile == 77 || profile == 100, set.numSliceGroupsMinus1 > 0 { tools.append("num_slice_groups_minus1") }
      if profile == 77 || profile == 100, set.redundantPicCntPresentFlag { tools.append("redundant_pic_cnt_present_flag") }
      for tool in tools {
        run.find(
          self, "profile_idc is \(profile), but \(tool) is set", at: stream.unit.offset,
          path: stream.unitPath + " › pic_parameter_set_rbsp › \(tool)")
      }
    default: break
    }
  }
}
