import BitstreamKit
import HEVCKit
import NALKit

/// The compatibility flag of the profile itself is 0.
final class HEVCCompatibilityFlag: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.compatibility-flag", .error, "the compatibility flag of the profile itself is 0",
      clause: "ITU-T H.265 (08/2021) 7.4.4: general_profile_compatibility_flag[ general_profile_idc ] shall be 1",
      cause: "The profile was edited without the flags. Players that look at the flags refuse the stream.",
      remedy: "Set the flag, or encode again.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let profile = set.profileTierLevel?.general, profile.profileIdc > 0,
      profile.profileCompatibilityFlags >> UInt32(31 - profile.profileIdc & 31) & 1 == 0
    else { return }
    run.find(
      self, "general_profile_compatibility_flag[ \(profile.profileIdc) ] is 0", at: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath + " › profile_tier_level › general_profile_compatibility_flag")
  }
}
