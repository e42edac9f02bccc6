import AACKit

/// Frames of 960 samples.
final class AACShortFrames: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.short-frames", .warning, "frames of 960 samples",
      clause: "ISO/IEC 14496-3:2019 4.4.1, frameLengthFlag",
      cause: "The encoder is made for digital radio. Browsers and many players do not decode such frames.",
      remedy: "Encode with frames of 1024 samples.")
  }

  override func configuration(_ stream: AACFacts, _ run: CheckRun) {
    guard stream.configuration?.gaSpecificConfig?.frameLengthFlag == true else { return }
    run.find(self, "frameLengthFlag is 1", path: stream.configurationPath + " › frameLengthFlag")
  }
}
