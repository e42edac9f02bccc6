import BitstreamKit
import HEVCKit
import NALKit

/// The luma sample rate exceeds the level.
final class HEVCLevelRate: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.level-luma-rate", .warning, "the luma sample rate exceeds the level",
      clause: "ITU-T H.265 (08/2021) A.4.2 and Table A.9, MaxLumaSr, with one picture a tick, or the ticks of pic_struct (Table E.7)",
      cause: """
        The encoder was given a level that is too low for the frame rate, or the timing is wrong. Hardware decoders cannot \
        keep up or refuse the stream.
        """,
      remedy: "Correct the level with 'mediaprobe edit --set general_level_idc=LEVEL', or the timing if that is wrong.")
  }

  private var late = LateRates()

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .seqParameterSet(let set) = unit.payload, let format = set.format, let profile = set.profileTierLevel,
      let level = HEVCLevel(profile)
    else { return }
    let video = stream.sets.videoParameterSet(set.spsVideoParameterSetId)?.timingInfo
    guard let scale = set.vuiParameters?.timingInfo?.vuiTimeScale ?? video?.vpsTimeScale,
      let units = set.vuiParameters?.timingInfo?.vuiNumUnitsInTick ?? video?.vpsNumUnitsInTick, units > 0
    else { return }
    let rate = Double(scale) / Double(units)
    let needed = Double(format.picWidthInLumaSamples) * Double(format.picHeightInLumaSamples) * rate
    // A rate that cannot be is reported by another rule.
    guard rate < 1000, needed > Double(level.maxLumaSr) * 1.001 else { return }
    let item = LateRates.Item(
      needed: needed, limit: Double(level.maxLumaSr), level: profile.levelName, offset: stream.unit.offset, size: stream.unit.length,
      path: stream.unitPath + " › profile_tier_level › general_level_idc")
    // With pic_struct pictures may last more ticks than one.
    if set.vuiParameters?.frameFieldInfoPresentFlag == true { late.keep(item) } else { find(item, run) }
  }

  override func end(_ stream: HEVCFacts, _ run: CheckRun) { for item in late.found(stream.ticks) { find(item, run) } }

  private func find(_ item: LateRates.Item, _ run: CheckRun) {
    run.find(
      self,
      "\(Int64(saturating: item.needed)) luma samples a second exceed level \(item.level), which allows \(Int64(saturating: item.limit))",
      at: item.offset, size: item.size, path: item.path)
  }
}
