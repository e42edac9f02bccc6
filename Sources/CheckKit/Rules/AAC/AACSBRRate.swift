import AACKit

/// The sampling frequency of spectral band replication is not that of the core or its double.
final class AACSBRRate: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.sbr-sampling-frequency", .error, "the sampling frequency of spectral band replication is not that of the core or its double",
      clause: "ISO/IEC 14496-3:2019 1.6.5: the output has the same or twice the sampling frequency of the core",
      cause: "The configuration is damaged, or its writer is faulty. Players play at a wrong speed.",
      remedy: "Correct the configuration.")
  }

  override func configuration(_ stream: AACFacts, _ run: CheckRun) {
    guard let configuration = stream.configuration, configuration.sbrPresentFlag == true, let core = configuration.coreSampleRate,
      let rate = configuration.sampleRate, rate != core, rate != 2 * core
    else { return }
    run.find(
      self, "the core has \(core) Hz, the extension \(rate) Hz", path: stream.configurationPath + " › extensionSamplingFrequencyIndex")
  }
}
