import AACKit

/// Channel configuration 0 without a program_config_element.
final class AACNoProgram: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.channel-configuration-0", .error, "channel configuration 0 without a program_config_element",
      clause: "ISO/IEC 14496-3:2019 1.A.2.2.1 and 4.5.1.2: with channel_configuration 0 the element describes the channels",
      cause: "The encoder is faulty, or the first frames were cut. Players do not know the channels.",
      remedy: "Encode again.")
  }

  private var isFound = false

  override func event(_ event: ADTSEvent, _ stream: AACFacts, _ run: CheckRun) {
    guard case .frame(let frame) = event, !isFound, frame.header.channelConfiguration == 0, stream.configuration == nil else { return }
    isFound = true
    run.find(
      self, "channel_configuration is 0", at: frame.position, size: UInt64(frame.header.aacFrameLength), path: stream.framePath)
  }
}
