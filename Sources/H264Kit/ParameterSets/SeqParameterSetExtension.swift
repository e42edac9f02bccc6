import BitstreamKit

/// What auxiliary coded pictures (alpha) share.
///
/// ITU-T H.264 (08/2021) 7.3.2.1.2 `seq_parameter_set_extension_rbsp( )`, without its trailing bits.
public struct SeqParameterSetExtension: Syntax {
  public static let structureName: StaticString = "seq_parameter_set_extension_rbsp"

  /// How auxiliary samples are to be taken.
  public struct Auxiliary: Equatable, Sendable {
    /// 0 to 4.
    public var bitDepthAuxMinus8: UInt8 = 0
    /// Whether a sample of the greatest value is taken as one more.
    public var alphaIncrFlag = false
    /// The sample that is opaque.
    public var alphaOpaqueValue: UInt16 = 0
    /// The sample that is transparent.
    public var alphaTransparentValue: UInt16 = 0

    /// Eight bits.
    public init() {}
  }

  /// 0 to 31.
  public var seqParameterSetId: UInt32 = 0
  /// 0 without auxiliary pictures, 1 to 3 what they are for.
  public var auxFormatIdc: UInt8 = 0
  /// With aux_format_idc other than 0.
  public var auxiliary: Auxiliary?
  /// False.
  public var additionalExtensionFlag = false

  /// No auxiliary pictures.
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
