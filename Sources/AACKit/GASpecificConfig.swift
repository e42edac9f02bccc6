import BitstreamKit

/// What a decoder of the AAC family, of TwinVQ or of BSAC needs to know.
///
/// ISO/IEC 14496-3:2019 4.4.1 `GASpecificConfig( )`, semantics 4.5.1.1.
public struct GASpecificConfig: Equatable, Sendable {
  /// Which tools of error resilience the data uses.
  public struct Resilience: Equatable, Sendable {
    /// Virtual codebooks for section data.
    public var aacSectionDataResilienceFlag = false
    /// Reversible variable length coding of scale factors.
    public var aacScalefactorDataResilienceFlag = false
    /// Reordered spectral data.
    public var aacSpectralDataResilienceFlag = false

    /// None.
    public init() {}
  }

  /// The layers of a BSAC stream.
  public struct BSACLayers: Equatable, Sendable {
    /// Sub-frames in an access unit, 0 to 31.
    public var numOfSubFrame: UInt8 = 0
    /// Average bytes of a layer, 0 to 2047.
    public var layerLength: UInt16 = 0

    /// All zeros.
    public init() {}
  }

  /// What extensionFlag announces.
  public struct Extension: Equatable, Sendable {
    /// Object type 22 only.
    public var bsacLayers: BSACLayers?
    /// Object types 17, 19, 20 and 23 only.
    public var resilience: Resilience?
    /// Announces something that is not specified yet: false.
    public var extensionFlag3 = false

    /// Nothing.
    public init() {}
  }

  /// False for frames of 1024 samples (512 in AAC LD), true for 960 (480).
  public var frameLengthFlag = false
  /// The delay of the core coder in samples, 0 to 16383; nil where no core coder is depended on.
  public var coreCoderDelay: UInt16?
  /// The channels, where channelConfiguration is 0 and only there.
  public var programConfigElement: ProgramConfigElement?
  /// The layer, 0 to 7; object types 6 and 20 only.
  public var layerNr: UInt8?
  /// The extension: there for the error resilient object types.
  public var `extension`: Extension?

  /// Frames of 1024 samples, nothing else.
  public init() {}

  /// The elements, for the channel configuration and object type of the AudioSpecificConfig around them.
  public mutating func syntax(
    _ c: inout SyntaxCoder, channelConfiguration: UInt8, audioObjectType: AudioObjectType
  ) throws(SyntaxError) {
    try c.flag("frameLengthFlag", &frameLengthFlag)
    try c.optional("dependsOnCoreCoder", &coreCoderDelay, 0) { (c, v) throws(SyntaxError) in
      try c.u("coreCoderDelay", &v, bits: 14)
    }
    // The flag stands before, the part behind what comes between.
    var extensionFlag = `extension` != nil
    try c.flag("extensionFlag", &extensionFlag)
    try c.when(channelConfiguration == 0, &programConfigElement, ProgramConfigElement()) { (c, v) throws(SyntaxError) in
      try c.nested(&v)
    }
    let type = audioObjectType.rawValue
    try c.u("layerNr", &layerNr, bits: 3, when: type == 6 || type == 20)
    try c.when(extensionFlag, &`extension`, Extension()) { (c, v) throws(SyntaxError) in try v.syntax(&c, type) }
  }
}

extension GASpecificConfig.Extension {
  mutating func syntax(_ c: inout SyntaxCoder, _ type: UInt8) throws(SyntaxError) {
    try c.when(type == 22, &bsacLayers, .init()) { (c, v) throws(SyntaxError) in
      try c.u("numOfSubFrame", &v.numOfSubFrame, bits: 5)
      try c.u("layer_length", &v.layerLength, bits: 11)
    }
    try c.when(type == 17 || type == 19 || type == 20 || type == 23, &resilience, .init()) { (c, v) throws(SyntaxError) in
      try c.flag("aacSectionDataResilienceFlag", &v.aacSectionDataResilienceFlag)
      try c.flag("aacScalefactorDataResilienceFlag", &v.aacScalefactorDataResilienceFlag)
      try c.flag("aacSpectralDataResilienceFlag", &v.aacSpectralDataResilienceFlag)
    }
    try c.flag("extensionFlag3", &extensionFlag3)
  }
}
