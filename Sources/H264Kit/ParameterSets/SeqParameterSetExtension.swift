import BitstreamKit

/// Sequence parameter set extension: parameters of auxiliary coded pictures (alpha).
///
/// ITU-T H.264 (08/2021) 7.3.2.1.2 `seq_parameter_set_extension_rbsp( )`, without its trailing bits.
public struct SeqParameterSetExtension: Syntax {
  public static let structureName: StaticString = "seq_parameter_set_extension_rbsp"

  /// The interpretation of auxiliary samples.
  public struct Auxiliary: Equatable, Sendable {
    /// 0 to 4.
    public var bitDepthAuxMinus8: UInt8 = 0
    /// Whether decoded alpha samples greater than Min(alpha_opaque_value, alpha_transparent_value) are incremented by 1 before blending.
    public var alphaIncrFlag = false
    /// The sample value for opaque.
    public var alphaOpaqueValue: UInt16 = 0
    /// The sample value for transparent.
    public var alphaTransparentValue: UInt16 = 0

    /// Creates an 8-bit interpretation.
    public init() {}
  }

  /// 0 to 31.
  public var seqParameterSetId: UInt32 = 0
  /// 0: no auxiliary pictures; 1 to 3: their use.
  public var auxFormatIdc: UInt8 = 0
  /// Present if aux_format_idc is not 0.
  public var auxiliary: Auxiliary?
  /// False.
  public var additionalExtensionFlag = false

  /// Creates an extension without auxiliary pictures.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.ue("seq_parameter_set_id", &seqParameterSetId, in: 0...31)
    try c.ue("aux_format_idc", &auxFormatIdc, in: 0...3)
    try c.when(auxFormatIdc != 0, &auxiliary, .init()) { (c, a) throws(SyntaxError) in
      try c.ue("bit_depth_aux_minus8", &a.bitDepthAuxMinus8, in: 0...4, sizing: true, at: -1, -1)
      try c.flag("alpha_incr_flag", &a.alphaIncrFlag)
      try c.u("alpha_opaque_value", &a.alphaOpaqueValue, bits: Int(a.bitDepthAuxMinus8) + 9)
      try c.u("alpha_transparent_value", &a.alphaTransparentValue, bits: Int(a.bitDepthAuxMinus8) + 9)
    }
    try c.flag("additional_extension_flag", &additionalExtensionFlag)
  }
}
