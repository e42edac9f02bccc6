import BitstreamKit
import H264Kit
import NALKit

/// The average light level exceeds the maximum.
final class H264LightLevel: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.light-level", .error, "the average light level exceeds the maximum",
      clause: "ITU-T H.264 (08/2021) D.2.38, max_pic_average_light_level",
      cause: "The two values were exchanged, or are in different units. Tone mapping becomes too dark.",
      remedy: "Write the message again with the right values.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
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
