import BitstreamKit
import HEVCKit
import NALKit

/// The luminance of the mastering display is not a range.
final class HEVCMasteringLuminance: HEVCRule {
  override var page: RulePage {
    RulePage(
      "hevc.mastering-luminance", .error, "the luminance of the mastering display is not a range",
      clause: "ITU-T H.265 (08/2021) D.3.28: min_display_mastering_luminance is less than max_display_mastering_luminance",
      cause: "The values were exchanged, or one of them is in another unit (0.0001 candelas per square metre).",
      remedy: "Write the message again with the right values.")
  }

  override func content(_ unit: HEVCNALUnit, _ stream: HEVCFacts, _ run: CheckRun) {
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
