import BitstreamKit
import HEVCKit
import NALKit

/// `general_profile_idc` is none that the specification defines.
final class HEVCUnknownProfile: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.unknown-profile", .warning, "general_profile_idc is none that the specification defines",
      clause: "ITU-T H.265 (08/2021) Annex A, F.11, G.11, H.11, I.11",
      cause: "The set is damaged, or the encoder is experimental. Hardware decoders refuse the stream.",
      remedy: "Encode with a profile of the specification.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let profile = set.profileTierLevel?.general, profile.profileName == nil
    else { return }
    run.find(
      self, "general_profile_idc is \(profile.profileIdc)", at: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath + " › profile_tier_level › general_profile_idc")
  }
}
