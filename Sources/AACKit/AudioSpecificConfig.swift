import BitstreamKit

/// What an MPEG-4 audio decoder needs to know before the first frame; it stands in `esds`, FLV sequence headers, SDP and LATM.
///
/// ISO/IEC 14496-3:2019 1.6.2.1 `AudioSpecificConfig( )`, semantics 1.6.3. The configuration of the AAC family is read to its end;
/// that of other object types is kept as bits.
public struct AudioSpecificConfig: Syntax {
  public static let structureName: StaticString = "AudioSpecificConfig"

  /// What stands behind an object type of 5 or 29: SBR, or SBR and PS, said at once (hierarchical signalling).
  public struct Hierarchical: Equatable, Sendable {
    /// The output's frequency as an index (Table 1.18), 15 where `extensionSamplingFrequency` tells.
    public var extensionSamplingFrequencyIndex: UInt8 = 0
    /// The output's frequency in hertz, 24 bits; there for index 15 only.
    public var extensionSamplingFrequency: UInt32?
    /// The object type of what is extended: AAC LC, nearly always.
    public var audioObjectType = AudioObjectType.aacLC
    /// Channels of the extension (Table 1.19); BSAC only.
    public var extensionChannelConfiguration: UInt8?

    /// AAC LC, 96 kHz.
    public init() {}
  }

  /// The first object type: 5 or 29 where `hierarchical` says more.
  public var audioObjectType = AudioObjectType.aacLC
  /// The frequency as an index (Table 1.18), 15 where `samplingFrequency` tells. With SBR it is half of the output's.
  public var samplingFrequencyIndex: UInt8 = 4
  /// The frequency in hertz, 24 bits; there for index 15 only.
  public var samplingFrequency: UInt32?
  /// 1 to 7 and 11 to 14 (Table 1.19), or 0 where a program_config_element tells.
  public var channelConfiguration: UInt8 = 2
  /// The extension that the object types 5 and 29 announce.
  public var hierarchical: Hierarchical?
  /// The configuration of an object type of the AAC family.
  public var gaSpecificConfig: GASpecificConfig? = GASpecificConfig()
  /// How errors are protected against, 0 to 3; error resilient object types only. Behind 2 and 3 the rest is kept as bits.
  public var epConfig: UInt8?
  /// SBR and PS announced at the end (backward compatible signalling).
  public var syncExtension: SyncExtension?
  /// What is not named above: the configuration of other object types, extensions nobody knows, stray bytes.
  public var rest = BitString.empty

  /// AAC LC, 44.1 kHz, stereo.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.nested(&audioObjectType)
    try c.u("samplingFrequencyIndex", &samplingFrequencyIndex, bits: 4)
    try c.u("samplingFrequency", &samplingFrequency, bits: 24, when: samplingFrequencyIndex == 15)
    try c.u("channelConfiguration", &channelConfiguration, bits: 4)
    let announced = audioObjectType == .sbr || audioObjectType == .ps
    try c.when(announced, &hierarchical, Hierarchical()) { (c, v) throws(SyntaxError) in try v.syntax(&c) }

    let (core, channels) = (coreAudioObjectType, channelConfiguration)
    try c.when(core.usesGASpecificConfig, &gaSpecificConfig, GASpecificConfig()) { (c, v) throws(SyntaxError) in
      try c.structure("GASpecificConfig", &v) { (c, v) throws(SyntaxError) in
        try v.syntax(&c, channelConfiguration: channels, audioObjectType: core)
      }
    }
    // Behind a configuration that is not understood nothing can be: the rest holds it all.
    let understood = gaSpecificConfig.map { $0.extension?.extensionFlag3 != true } ?? false
    try c.u("epConfig", &epConfig, bits: 2, when: understood && core.usesErrorProtection)
    let mayExtend = understood && !announced && (epConfig ?? 0) < 2
    try c.optional(announcedBy: "syncExtensionType", 0x2B7, bits: 11, atLeast: 16, when: mayExtend, &syncExtension, SyncExtension()) {
      (c, v) throws(SyntaxError) in try v.syntax(&c)
    }
    try c.restAndPadding("rest", &rest)
  }
}

extension AudioSpecificConfig.Hierarchical {
  mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("extensionSamplingFrequencyIndex", &extensionSamplingFrequencyIndex, bits: 4)
    try c.u("extensionSamplingFrequency", &extensionSamplingFrequency, bits: 24, when: extensionSamplingFrequencyIndex == 15)
    try c.nested(&audioObjectType)
    try c.u("extensionChannelConfiguration", &extensionChannelConfiguration, bits: 4, when: audioObjectType == .erBSAC)
  }

  /// The output's samples a second, nil for an index that is reserved.
  @inlinable public var sampleRate: UInt32? {
    extensionSamplingFrequency ?? SamplingFrequency.hertz(ofIndex: extensionSamplingFrequencyIndex)
  }
}
