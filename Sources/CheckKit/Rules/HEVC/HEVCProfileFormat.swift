import BitstreamKit
import HEVCKit
import NALKit

/// The sample format or the pictures are not those of the profile and its constraint flags.
final class HEVCProfileFormat: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.profile-format", .error, "the sample format or the pictures are not those of the profile and its constraint flags",
      clause: """
        ITU-T H.265 (08/2021) A.3.2 to A.3.5: Main has 8 bits, Main 10 at most 10 bits, both 4:2:0, Main Still Picture one picture, and \
        others what their constraint flags state; 7.4.4, general_frame_only_constraint_flag
        """,
      cause: "The profile was changed in the set, not in the encoder. Decoders of that profile fail.",
      remedy: "Encode for the profile, or correct the profile.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let profile = set.profileTierLevel?.general, let format = set.format
    else { return }
    func report(_ element: String, _ message: String) {
      run.find(
        self, message, at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath + " › seq_parameter_set_rbsp › \(element)")
    }
    if profile.frameOnlyConstraintFlag, set.vuiParameters?.fieldSeqFlag == true {
      report("field_seq_flag", "general_frame_only_constraint_flag is 1, field_seq_flag too")
    }
    let chroma = format.chromaFormatIdc
    let depth = max(format.bitDepthLuma, chroma == 0 ? 0 : format.bitDepthChroma)
    if (1...3).contains(profile.profileIdc) {
      guard chroma != 1 || depth > (profile.profileIdc == 2 ? 10 : 8) else { return }
      report(
        "chroma_format_idc",
        "\(profile.profileName ?? "the profile"), but chroma_format_idc is \(chroma), the bit depths \(format.bitDepthLuma) and \(format.bitDepthChroma)"
      )
      return
    }
    for (flag, limit, name) in [
      (profile.maxMonochromeConstraintFlag, 0, "monochrome"), (profile.max420chromaConstraintFlag, 1, "420chroma"),
      (profile.max422chromaConstraintFlag, 2, "422chroma"),
    ] where flag == true && Int(chroma) > limit {
      return report("chroma_format_idc", "general_max_\(name)_constraint_flag is 1, chroma_format_idc \(chroma)")
    }
    for (flag, limit) in [
      (profile.max8bitConstraintFlag, 8), (profile.max10bitConstraintFlag, 10), (profile.max12bitConstraintFlag, 12),
      (profile.max14bitConstraintFlag, 14),
    ] where flag == true && depth > limit {
      return report("bit_depth_luma_minus8", "general_max_\(limit)bit_constraint_flag is 1, the bit depth \(depth)")
    }
  }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    let isInter = picture.type == .p || picture.type == .b
    guard isInter || stream.pictureCount == 1, let profile = stream.pictureSet?.profileTierLevel?.general else { return }
    if isInter, profile.intraConstraintFlag == true {
      run.find(
        self, "general_intra_constraint_flag is 1, the picture of type \(picture.type.name)", at: picture.offset, size: picture.size)
    }
    if stream.pictureCount == 1, profile.profileIdc == 3 || profile.onePictureOnlyConstraintFlag == true {
      run.find(self, "\(profile.profileName ?? "the profile"), but this is a second picture", at: picture.offset, size: picture.size)
    }
  }
}
