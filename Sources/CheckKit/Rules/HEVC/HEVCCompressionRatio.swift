import BitstreamKit
import HEVCKit

/// A picture has more bytes than the compression ratio of the level allows.
final class HEVCCompressionRatio: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.compression-ratio", .warning, "a picture has more bytes than the compression ratio of the level allows",
      clause: """
        ITU-T H.265 (08/2021) A.4.2: FormatCapabilityFactor × MaxLumaSr × duration ÷ MinCr bytes with Tables A.9 and A.10, in the \
        Main and Main 10 profiles; with one picture a tick or the ticks of pic_struct, and twice its duration
        """,
      cause: "The quantiser is so fine, or the level so low, that one picture takes longer to read than decoders of the level have for it.",
      remedy: "Encode with a limit of the rate (VBV), or correct the level with 'mediaprobe edit --set general_level_idc=LEVEL'.")
  }

  override func picture(_ picture: HEVCPicture, _ stream: HEVCFacts, _ run: CheckRun) {
    guard let set = stream.pictureSet, let profile = set.profileTierLevel, let level = HEVCLevel(profile),
      let factor = Self.formatCapabilityFactor(profile.general?.profileIdc), let size = set.codedSize,
      let rate = set.frameRate ?? stream.sets.videoParameterSet(set.spsVideoParameterSetId)?.pictureRate, rate.value > 0,
      rate.value < 1000
    else { return }
    let samples = max(Double(size.width) * Double(size.height), Double(level.maxLumaSr) * 2 * Double(stream.pictureTicks) / rate.value)
    let limit = factor * samples / Double(level.minCr)
    if Double(picture.size) <= limit { return }
    run.find(
      self, "\(picture.size) bytes; level \(profile.levelName) allows \(Int64(saturating: limit)) at this picture rate",
      at: picture.offset, size: picture.size)
  }

  /// FormatCapabilityFactor of the profiles whose MinCrScaleFactor and HbrFactor are 1 (Table A.10).
  private static func formatCapabilityFactor(_ profile: UInt8?) -> Double? {
    switch profile {
    case 1, 3: 1.5
    case 2: 1.875
    default: nil
    }
  }
}
