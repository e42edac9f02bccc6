import BitstreamKit
import H264Kit
import NALKit

/// The luminance of the mastering display is not a range.
final class H264MasteringLuminance: H264Rule {
  override var page: RulePage {
    RulePage(
      "h264.mastering-luminance", .error, "the luminance of the mastering display is not a range",
      clause: "ITU-T H.264 (08/2021) D.2.37: min_display_mastering_luminance is less than max_display_mastering_luminance",
      cause: "The values were exchanged, or one of them is in another unit (0.0001 candelas per square metre).",
      remedy: "Write the message again with the right values.")
  }

  override func content(_ unit: H264NALUnit, _ stream: H264Facts, _ run: CheckRun) {
    guard case .sei(let information) = unit.payload else { return }
    for message in information.messages {
      guard case .masteringDisplayColourVolume(let volume) = message.payload,
        volume.minDisplayMasteringLuminance >= volume.maxDisplayMasteringLuminance, volume.minDisplayMasteringLuminance > 0
      else { continue }
      run.find(
        self, "the minimum is \(volume.minDisplayMasteringLuminance), the maximum \(volume.maxDisplayMasteringLuminance)",
        at: stream.unit.offset, size: stream.unit.length, path: stream.unitPath + " › mastering_display_colour_volume")
    }
  }
}
