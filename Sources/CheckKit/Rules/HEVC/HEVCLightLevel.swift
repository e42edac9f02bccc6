import BitstreamKit
import HEVCKit
import NALKit

/// The average light level exceeds the maximum.
final class HEVCLightLevel: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.light-level", .warning, "the average light level exceeds the maximum",
      clause: "ITU-T H.265 (08/2021) D.3.35, max_pic_average_light_level: an average of samples is not above their maximum",
      cause: "The two values were exchanged, or are in different units. Tone mapping becomes too dark.",
      remedy: "Write the message again with the right values.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload else { return }
    for message in information.messages {
      guard case .contentLightLevelInfo(let level) = message.payload, level.maxContentLightLevel > 0,
        level.maxPicAverageLightLevel > level.maxContentLightLevel
      else { continue }
      run.find(
        self, "max_pic_average_light_level is \(level.maxPicAverageLightLevel), max_content_light_level \(level.maxContentLightLevel)",
        at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath + " › content_light_level_info")
    }
  }
}
