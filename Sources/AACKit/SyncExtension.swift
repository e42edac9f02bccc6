import BitstreamKit

/// What the end of an AudioSpecificConfig says to decoders that know SBR, PS or BSAC extensions, and hides from those that do not.
///
/// ISO/IEC 14496-3:2019 1.6.2.1 `AudioSpecificConfig( )`, the part behind syncExtensionType 0x2b7; semantics 1.6.3.13 and 1.6.6.
public struct SyncExtension: Equatable, Sendable {
  /// SBR, and what follows from it.
  public struct SBR: Equatable, Sendable {
    /// The output's frequency as an index (Table 1.18), 15 where `extensionSamplingFrequency` tells.
    public var extensionSamplingFrequencyIndex: UInt8 = 0
    /// The output's frequency in hertz, 24 bits; there for index 15 only.
    public var extensionSamplingFrequency: UInt32?
    /// Whether PS is present, where syncExtensionType 0x548 stands; nil where the stream does not say.
    public var psPresentFlag: Bool?

    /// 96 kHz, nothing said of PS.
    public init() {}
  }

  /// 5 or 22; another type says nothing more.
  public var extensionAudioObjectType = AudioObjectType.sbr
  /// SBR, nil where sbrPresentFlag is 0 or, for a type other than 5 and 22, is not there.
  public var sbr: SBR?
  /// Channels of a BSAC extension (Table 1.19); type 22 only.
  public var extensionChannelConfiguration: UInt8?

  /// SBR is not present.
  public init() {}

  /// The elements behind syncExtensionType.
  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.nested(&extensionAudioObjectType)
    let type = extensionAudioObjectType
    var sbrPresentFlag: Bool? = type == .sbr || type == .erBSAC ? sbr != nil : nil
    try c.flag("sbrPresentFlag", &sbrPresentFlag, when: type == .sbr || type == .erBSAC)
    try c.when(sbrPresentFlag == true, &sbr, SBR()) { (c, v) throws(SyntaxError) in try v.syntax(&c, mayTellPS: type == .sbr) }
    try c.u("extensionChannelConfiguration", &extensionChannelConfiguration, bits: 4, when: type == .erBSAC)
  }
}

extension SyncExtension.SBR {
  mutating func syntax(_ c: inout SyntaxCoder, mayTellPS: Bool) throws(SyntaxError) {
    try c.u("extensionSamplingFrequencyIndex", &extensionSamplingFrequencyIndex, bits: 4)
    try c.u("extensionSamplingFrequency", &extensionSamplingFrequency, bits: 24, when: extensionSamplingFrequencyIndex == 15)
    try c.optional(announcedBy: "syncExtensionType", 0x548, bits: 11, atLeast: 12, when: mayTellPS, &psPresentFlag, false) {
      (c, v) throws(SyntaxError) in try c.flag("psPresentFlag", &v)
    }
  }

  /// The output's samples a second, nil for an index that is reserved.
  @inlinable public var sampleRate: UInt32? {
    extensionSamplingFrequency ?? SamplingFrequency.hertz(ofIndex: extensionSamplingFrequencyIndex)
  }
}
