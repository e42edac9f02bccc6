import BitstreamKit

/// The configuration of the AAC family, TwinVQ and BSAC.
///
/// ISO/IEC 14496-3:2019 4.4.1 `GASpecificConfig( )`, semantics 4.5.1.1.
public struct GASpecificConfig: Equatable, Sendable {
  /// The error resilience tools in use.
  public struct Resilience: Equatable, Sendable {
    /// Virtual codebooks for section data.
    public var aacSectionDataResilienceFlag = false
    /// Reversible variable length coding of scale factors.
    public var aacScalefactorDataResilienceFlag = false
    /// Reordered spectral data.
    public var aacSpectralDataResilienceFlag = false

    /// No tools.
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

  /// The part signalled by extensionFlag.
  public struct Extension: Equatable, Sendable {
    /// Object type 22 only.
    public var bsacLayers: BSACLayers?
    /// Object types 17, 19, 20 and 23 only.
    public var resilience: Resilience?
    /// Signals a future extension: false.
    public var extensionFlag3 = false

    /// No elements.
    public init() {}
  }

  /// False for frames of 1024 samples (512 in AAC LD), true for 960 (480).
  public var frameLengthFlag = false
  /// The delay of the core coder in samples, 0 to 16383; nil if there is no core coder.
  public var coreCoderDelay: UInt16?
  /// The channels; present if and only if channelConfiguration is 0.
  public var programConfigElement: ProgramConfigElement?
  /// The layer, 0 to 7; object types 6 and 20 only.
  public var layerNr: UInt8?
  /// The extension; present for the error resilient object types.
  public var `extension`: Extension?

  /// Frames of 1024 samples, nothing else.
  public init() {}

  /// Codes the elements, for the channel configuration and object type of the enclosing AudioSpecificConfig.
  public mutating func syntax(
    _ c: inout SyntaxCoder, channelConfiguration: UInt8, audioObjectType: AudioObjectType
  ) throws(SyntaxError) {
    try c.flag("frameLengthFlag", &frameLengthFlag)
    try c.optional("dependsOnCoreCoder", &coreCoderDelay, 0) { (c, v) throws(SyntaxError) in
      try c.u("coreCoderDelay", &v, bits: 14)
    }
    // The flag precedes the elements below; the extension it signals follows them.
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
