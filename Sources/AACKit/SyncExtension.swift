import BitstreamKit

/// Backward compatible signalling at the end of an AudioSpecificConfig, ignored by decoders without SBR, PS or BSAC extensions.
///
/// ISO/IEC 14496-3:2019 1.6.2.1 `AudioSpecificConfig( )`, the part after syncExtensionType 0x2b7; semantics 1.6.3.13 and 1.6.6.
public struct SyncExtension: Equatable, Sendable {
  /// The SBR elements.
  public struct SBR: Equatable, Sendable {
    /// The sampling frequency index of the output (Table 1.18), 15 if `extensionSamplingFrequency` is present.
    public var extensionSamplingFrequencyIndex: UInt8 = 0
    /// The sampling frequency of the output in hertz, 24 bits; present for index 15 only.
    public var extensionSamplingFrequency: UInt32?
    /// Whether PS is present, if syncExtensionType 0x548 follows; nil if not signalled.
    public var psPresentFlag: Bool?

    /// 96 kHz, PS not signalled.
    public init() {}
  }

  /// 5 or 22; other types have no further elements.
  public var extensionAudioObjectType = AudioObjectType.sbr
  /// SBR; nil if sbrPresentFlag is 0 or, for types other than 5 and 22, absent.
  public var sbr: SBR?
  /// The channel configuration of a BSAC extension (Table 1.19); type 22 only.
  public var extensionChannelConfiguration: UInt8?

  /// SBR is not present.
  public init() {}

  /// Codes the elements after syncExtensionType.
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

  /// The output's sampling frequency in hertz; nil for a reserved index.
  @inlinable public var sampleRate: UInt32? {
    extensionSamplingFrequency ?? SamplingFrequency.hertz(ofIndex: extensionSamplingFrequencyIndex)
  }
}
