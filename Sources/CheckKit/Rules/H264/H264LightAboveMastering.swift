import BitstreamKit
import H264Kit
import NALKit

/// The light level exceeds what the mastering display shows.
final class H264LightAboveMastering: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.light-above-mastering", .warning, "the light level exceeds what the mastering display shows",
      clause: """
        ITU-T H.264 (08/2021) D.2.35 and D.2.38: max_content_light_level in candelas per square metre, max_display_mastering_luminance in 0.0001 of it
        """,
      cause: """
        One of the messages was copied from other content, or is in another unit. Displays that map tones by it show the brightest \
        parts too dark or clipped.
        """,
      remedy: "Write the messages again with the values of the master.")
  }

  /// max_display_mastering_luminance, and max_content_light_level in the same units; nil until a message has them.
  private var display: UInt64?
  private var content: UInt64?
  private var hasFound = false

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard !hasFound, case .sei(let information) = unit.payload else { return }
    for message in information.messages {
      switch message.payload {
      case .masteringDisplayColourVolume(let volume): display = UInt64(volume.maxDisplayMasteringLuminance)
      case .contentLightLevelInfo(let level): content = UInt64(level.maxContentLightLevel) * 10_000
      default: continue
      }
      guard let display, let content, display > 0, content > display else { continue }
      hasFound = true
      run.find(
        self, "max_content_light_level is \(content / 10_000) cd/m², the display shows \(decimal(Double(display) / 10_000)) cd/m²",
        at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath + " › content_light_level_info")
    }
  }
}
