import BitstreamKit
import H264Kit
import NALKit

/// The parameter sets use a tool that the profile does not have.
final class H264ProfileTools: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.profile-tools", .error, "the parameter sets use a tool that the profile does not have",
      clause: "ITU-T H.264 (08/2021) A.2.1 to A.2.11; 7.4.2.1.1, constraint flags",
      cause: "The profile was changed in the set, not in the encoder. Decoders of that profile fail.",
      remedy: "Encode for the profile, or correct it with 'mediaprobe edit --set profile_idc=N': 77 is Main, 88 Extended, 100 High.")
  }

  /// The profiles that each set names: its own, and those that constraint flags 0 to 2 add.
  private var profiles: [UInt32: [UInt8]] = [:]

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    func report(_ message: String, _ path: String) {
      run.find(self, message, at: stream.unit.offset, path: stream.unitPath + " › " + path)
    }
    switch unit.payload {
    case .seqParameterSet(let set):
      var named = [set.profileIdc]
      let flags = [set.constraintSet0Flag, set.constraintSet1Flag, set.constraintSet2Flag]
      for (flag, profile) in zip(flags, [UInt8(66), 77, 88]) where flag && profile != set.profileIdc { named.append(profile) }
      profiles[set.seqParameterSetId] = named
      if !set.frameMbsOnlyFlag {
        let path = "seq_parameter_set_data › frame_mbs_only_flag"
        if let index = named.firstIndex(of: 66) { report("\(words(66, index)), but frame_mbs_only_flag is 0", path) }
        if set.constraintSet4Flag, [77, 88, 100, 110].contains(set.profileIdc) {
          report("constraint_set4_flag is 1, but frame_mbs_only_flag is 0", path)
        }
      }
      guard let format = set.sampleFormat else { return }
      let depth = 8 + max(format.bitDepthLumaMinus8, format.bitDepthChromaMinus8)
      for (index, profile) in named.enumerated() {
        guard let limit = limit(profile),
          format.chromaFormatIdc > limit.chroma || depth > limit.depth || format.qpprimeYZeroTransformBypassFlag
        else { continue }
        report(
          """
          \(words(profile, index)), but chroma_format_idc is \(format.chromaFormatIdc), the bit depth \(depth) and \
          qpprime_y_zero_transform_bypass_flag \(format.qpprimeYZeroTransformBypassFlag ? 1 : 0)
          """, "seq_parameter_set_data › chroma_format_idc")
        return
      }
    case .picParameterSet(let set):
      var found: [String] = []
      for (index, profile) in (profiles[set.seqParameterSetId] ?? []).enumerated() {
        for tool in tools(set, not: profile) where !found.contains(tool) {
          found.append(tool)
          report("\(words(profile, index)), but \(tool) is set", "pic_parameter_set_rbsp › \(tool)")
        }
      }
    default: break
    }
  }

  /// What names a profile: the first of a set is its own.
  private func words(_ profile: UInt8, _ index: Int) -> String {
    index == 0 ? "profile_idc is \(profile)" : "constraint_set\((profile - 66) / 11)_flag is 1"
  }

  /// The highest chroma_format_idc and bit depth of a profile that has no lossless coding; nil for others.
  private func limit(_ profile: UInt8) -> (chroma: UInt8, depth: UInt8)? {
    switch profile {
    case 66, 77, 88, 100: (1, 8)
    case 110: (1, 10)
    case 122: (2, 10)
    default: nil
    }
  }

  /// The tools of a set that a profile does not have.
  private func tools(_ set: PicParameterSet, not profile: UInt8) -> [String] {
    var tools: [String] = []
    let isEarly = profile == 66 || profile == 77 || profile == 88
    if profile == 66 || profile == 88 || profile == 44, set.entropyCodingModeFlag { tools.append("entropy_coding_mode_flag") }
    if isEarly, set.extension?.transform8x8ModeFlag == true { tools.append("transform_8x8_mode_flag") }
    if profile == 66, set.weightedPredFlag || set.weightedBipredIdc != 0 { tools.append("weighted_pred_flag") }
    if [77, 100, 110, 122, 244, 44].contains(profile) {
      if set.numSliceGroupsMinus1 > 0 { tools.append("num_slice_groups_minus1") }
      if set.redundantPicCntPresentFlag { tools.append("redundant_pic_cnt_present_flag") }
    }
    return tools
  }
}
