import AACKit

/// An object type that the specification reserves.
final class AACReservedType: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.reserved-object-type", .error, "the audio object type is reserved",
      clause: "ISO/IEC 14496-3:2019 Table 1.17",
      cause: "The configuration is damaged. No decoder opens the track.",
      remedy: "If the samples are AAC LC, write the configuration anew, as 'mediaprobe recover --audio-config' does; else encode again.")
  }

  override func configuration(_ stream: AACFacts, _ run: CheckRun) {
    guard let type = stream.configuration?.coreAudioObjectType, Self.isReserved(type) else { return }
    run.find(self, "the object type is \(type.rawValue)", path: stream.configurationPath + " › audioObjectType")
  }

  static func isReserved(_ type: AudioObjectType) -> Bool { [10, 11, 18].contains(type.rawValue) || type.rawValue > 46 }
}
