import BitstreamKit
import HEVCKit
import NALKit

/// The video and the sequence parameter set state different profiles.
final class HEVCProfileDiffers: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.profile-differs", .warning, "the video and the sequence parameter set state different profiles or levels",
      clause: "ITU-T H.265 (08/2021) 7.4.3.1 and 7.4.4: both profile_tier_level( ) structures describe the same coded video sequence",
      cause: "One of the sets was edited without the other, or is damaged. What a player makes of the stream depends on the set it reads.",
      remedy: "Encode again, or edit both sets.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, unit.header.nuhLayerId == 0, let own = set.profileTierLevel,
      let ours = own.general,
      let video = stream.sets.videoParameterSet(set.spsVideoParameterSetId), video.vpsMaxLayersMinus1 == 0,
      let theirs = video.profileTierLevel.general
    else { return }
    let what: String
    if ours.profileIdc != theirs.profileIdc || ours.profileSpace != theirs.profileSpace {
      what = "general_profile_idc is \(ours.profileIdc), in the VPS \(theirs.profileIdc)"
    } else if ours.profileCompatibilityFlags != theirs.profileCompatibilityFlags {
      what = """
        general_profile_compatibility_flags are 0x\(String(ours.profileCompatibilityFlags, radix: 16)), in the VPS \
        0x\(String(theirs.profileCompatibilityFlags, radix: 16))
        """
    } else if ours != theirs {
      what = "the constraint flags differ from those of the VPS"
    } else if own.generalLevelIdc != video.profileTierLevel.generalLevelIdc {
      what = "general_level_idc is \(own.generalLevelIdc), in the VPS \(video.profileTierLevel.generalLevelIdc)"
    } else {
      return
    }
    run.find(
      self, what, at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath + " › seq_parameter_set_rbsp › profile_tier_level"
    )
  }
}
