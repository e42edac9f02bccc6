import AACKit

/// The channel configuration is reserved.
final class AACReservedChannels: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.reserved-channel-configuration", .error, "the channel configuration is reserved",
      clause: "ISO/IEC 14496-3:2019 1.6.3.5, Table 1.19: 8 to 10 and 15 are reserved",
      cause: "The configuration is damaged. Players cannot play the track.",
      remedy: "Encode again.")
  }

  override func configuration(_ stream: AACFacts, _ run: CheckRun) {
    guard let configuration = stream.configuration, [8, 9, 10, 15].contains(configuration.channelConfiguration) else { return }
    run.find(
      self, "channelConfiguration is \(configuration.channelConfiguration)", path: stream.configurationPath + " › channelConfiguration")
  }
}
