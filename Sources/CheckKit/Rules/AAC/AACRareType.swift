import AACKit

/// An object type that few players decode.
final class AACRareType: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.rare-object-type", .warning, "an object type that few players decode",
      clause: "ISO/IEC 14496-3:2019 Table 1.17: 0 is no object type, and AAC Main, SSR and LTP are in no profile in use",
      cause: "An old encoder, or a damaged configuration. Browsers and phones decode AAC LC, HE-AAC and xHE-AAC alone.",
      remedy: "Encode as AAC LC.")
  }

  override func configuration(_ stream: AACFacts, _ run: CheckRun) {
    guard let type = stream.configuration?.coreAudioObjectType, [0, 1, 3, 4].contains(type.rawValue) else { return }
    run.find(self, "the object type is \(type.name)", path: stream.configurationPath + " › audioObjectType")
  }
}
