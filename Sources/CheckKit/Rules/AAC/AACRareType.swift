import AACKit

/// An object type that few players decode.
final class AACRareType: AACRule {
  override var page: RulePage {
    RulePage(
      "aac.rare-object-type", .warning, "an object type that few players decode",
      clause: "ISO/IEC 14496-3:2019 Table 1.17: 0 is no object type, and most others are in no profile in use",
      cause: """
        An old encoder, or a damaged configuration. Browsers decode AAC LC, HE-AAC and xHE-AAC alone, phones the low delay types too; \
        others, such as TwinVQ and CELP, are no AAC.
        """,
      remedy: "Encode as AAC LC.")
  }

  /// Those that players decode.
  private static let usual: [AudioObjectType] = [.aacLC, .sbr, .ps, .erAACLD, .erAACELD, .usac]

  override func configuration(_ stream: AACFacts, _ run: CheckRun) {
    guard let type = stream.configuration?.coreAudioObjectType, !Self.usual.contains(type), !AACReservedType.isReserved(type) else {
      return
    }
    run.find(self, "the object type is \(type.name)", path: stream.configurationPath + " › audioObjectType")
  }
}
