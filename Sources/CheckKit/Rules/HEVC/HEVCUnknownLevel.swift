import BitstreamKit
import HEVCKit
import NALKit

/// `general_level_idc` is none of the table of levels.
final class HEVCUnknownLevel: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.unknown-level", .warning, "general_level_idc is none of the table of levels",
      clause: "ITU-T H.265 (08/2021) Table A.8",
      cause: """
        The set is damaged, or the encoder writes a private value. Hardware decoders refuse the stream or reserve too \
        little memory.
        """,
      remedy: "Encode with a level of the specification.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let profile = set.profileTierLevel, HEVCLevel(profile) == nil,
      profile.generalLevelIdc != 255
    else { return }
    run.find(
      self, "general_level_idc is \(profile.generalLevelIdc)", at: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath + " › profile_tier_level › general_level_idc")
  }
}
