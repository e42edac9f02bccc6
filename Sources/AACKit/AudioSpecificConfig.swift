import BitstreamKit

/// The decoder configuration of an MPEG-4 audio stream, as stored in `esds`, FLV sequence headers, SDP and LATM.
///
/// ISO/IEC 14496-3:2019 1.6.2.1 `AudioSpecificConfig( )`, semantics 1.6.3. The configuration of the AAC family is parsed completely; that
/// of other object types is kept as bits.
public struct AudioSpecificConfig: Syntax {
  public static let structureName: StaticString = "AudioSpecificConfig"

  /// The part after object type 5 or 29: explicit hierarchical signalling of SBR, or of SBR and PS.
  public struct Hierarchical: Equatable, Sendable {
    /// The sampling frequency index of the output (Table 1.18), 15 if `extensionSamplingFrequency` is present.
    public var extensionSamplingFrequencyIndex: UInt8 = 0
    /// The sampling frequency of the output in hertz, 24 bits; present for index 15 only.
    public var extensionSamplingFrequency: UInt32?
    /// The object type of the extended core, usually AAC LC.
    public var audioObjectType = AudioObjectType.aacLC
    /// The channel configuration of the extension (Table 1.19); BSAC only.
    public var extensionChannelConfiguration: UInt8?

    /// AAC LC, 96 kHz.
    public init() {}
  }

  /// The first object type: 5 or 29 if `hierarchical` is present.
  public var audioObjectType = AudioObjectType.aacLC
  /// The sampling frequency index (Table 1.18), 15 if `samplingFrequency` is present. With SBR it is half of the output's frequency.
  public var samplingFrequencyIndex: UInt8 = 4
  /// The sampling frequency in hertz, 24 bits; present for index 15 only.
  public var samplingFrequency: UInt32?
  /// 1 to 7 and 11 to 14 (Table 1.19), or 0 if a program_config_element defines the channels.
  public var channelConfiguration: UInt8 = 2
  /// The extension signalled by object types 5 and 29.
  public var hierarchical: Hierarchical?
  /// The configuration of an object type of the AAC family.
  public var gaSpecificConfig: GASpecificConfig? = GASpecificConfig()
  /// The error protection scheme, 0 to 3; error resilient object types only. After 2 and 3 the remainder is kept as bits.
  public var epConfig: UInt8?
  /// SBR and PS signalled at the end (backward compatible signalling).
  public var syncExtension: SyncExtension?
  /// Everything else: the configuration of other object types, unknown extensions, trailing bytes.
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
    // After a configuration that cannot be parsed, `rest` holds everything.
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

  /// The output's sampling frequency in hertz; nil for a reserved index.
  @inlinable public var sampleRate: UInt32? {
    extensionSamplingFrequency ?? SamplingFrequency.hertz(ofIndex: extensionSamplingFrequencyIndex)
  }
}
