import BitstreamKit
import HEVCKit
import NALKit

/// The picture size exceeds the level.
final class HEVCLevelPictureSize: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.level-picture-size", .error, "the picture size exceeds the level",
      clause: "ITU-T H.265 (08/2021) A.4.1 and Table A.8, MaxLumaPs",
      cause: "The encoder was given a level that is too low. Hardware decoders that reserve memory by level refuse the stream.",
      remedy: "Correct the level with 'mediaprobe edit --set general_level_idc=LEVEL'.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let format = set.format, let profile = set.profileTierLevel,
      let level = HEVCLevel(profile)
    else { return }
    let (width, height) = (UInt64(format.picWidthInLumaSamples), UInt64(format.picHeightInLumaSamples))
    guard width * height > level.maxLumaPs || width * width > 8 * level.maxLumaPs || height * height > 8 * level.maxLumaPs else { return }
    run.find(
      self, "\(width) x \(height) samples exceed level \(profile.levelName), which allows \(level.maxLumaPs)", at: stream.unit.offset,
      size: stream.unit.length, path: stream.unitPath + " › profile_tier_level › general_level_idc")
  }
}
