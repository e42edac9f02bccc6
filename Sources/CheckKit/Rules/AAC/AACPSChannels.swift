import AACKit

/// Parametric stereo over more than one channel.
final class AACPSChannels: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.ps-channels", .error, "parametric stereo over more than one channel",
      clause: "ISO/IEC 14496-3:2019 1.6.5.4 and 8.A: the core of parametric stereo is mono",
      cause: "The configuration is damaged, or its writer is faulty. Players fail or are mono.",
      remedy: "Correct the configuration.")
  }

  override func configuration(_ stream: AACFacts, _ run: CheckRun) {
    guard let configuration = stream.configuration, configuration.psPresentFlag == true, let channels = configuration.coreChannelCount,
      channels > 1
    else { return }
    run.find(self, "the core has \(channels) channels", path: stream.configurationPath + " › channelConfiguration")
  }
}
