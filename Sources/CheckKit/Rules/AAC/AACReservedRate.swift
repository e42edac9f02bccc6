import AACKit

/// The sampling frequency index is reserved.
final class AACReservedRate: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.reserved-sampling-frequency", .error, "the sampling frequency index is reserved",
      clause: "ISO/IEC 14496-3:2019 1.6.3.4, Table 1.18: 13 and 14 are reserved",
      cause: "The configuration is damaged. Players cannot play the track.",
      remedy: "Encode again.")
  }

  override func configuration(_ stream: AACFacts, _ run: CheckRun) {
    guard let configuration = stream.configuration, configuration.coreSampleRate == nil else { return }
    run.find(
      self, "samplingFrequencyIndex is \(configuration.samplingFrequencyIndex)",
      path: stream.configurationPath + " › samplingFrequencyIndex")
  }
}
