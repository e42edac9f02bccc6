import BitstreamKit
import NALKit

/// Alpha channel information: interpretation of auxiliary alpha pictures.
///
/// ITU-T H.265 (08/2021) F.14.2.8 `alpha_channel_info( )`, semantics F.14.3.8.
public struct AlphaChannelInfo: Syntax {
  public static let structureName: StaticString = "alpha_channel_info"

  /// nil if alpha_channel_cancel_flag: cancels the previous message.
  public var content: Content?

  /// Elements present if the cancel flag is 0.
  public struct Content: Equatable, Sendable {
    /// 0 the primary picture is not premultiplied, 1 it is premultiplied, 2 unspecified.
    public var alphaChannelUseIdc: UInt8 = 2
    /// 0 to 7.
    public var alphaChannelBitDepthMinus8: UInt8 = 0
    /// The sample value for transparent.
    public var alphaTransparentValue: UInt16 = 0
    /// The sample value for opaque.
    public var alphaOpaqueValue: UInt16 = 255
    /// Whether interpreted alpha samples are incremented by 1.
    public var alphaChannelIncrFlag = false
    /// Present if alpha_channel_clip_flag.
    public var alphaChannelClipTypeFlag: Bool?

    /// Creates unspecified values.
    public init() {}
  }

  /// Creates a cancelling message.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.unlessCancelled("alpha_channel_cancel_flag", &content, Content()) { (c, v) throws(SyntaxError) in
      try c.u("alpha_channel_use_idc", &v.alphaChannelUseIdc, bits: 3)
      try c.u("alpha_channel_bit_depth_minus8", &v.alphaChannelBitDepthMinus8, bits: 3)
      let bits = Int(v.alphaChannelBitDepthMinus8) + 9
      try c.u("alpha_transparent_value", &v.alphaTransparentValue, bits: bits)
      try c.u("alpha_opaque_value", &v.alphaOpaqueValue, bits: bits)
      try c.flag("alpha_channel_incr_flag", &v.alphaChannelIncrFlag)
      try c.optional("alpha_channel_clip_flag", &v.alphaChannelClipTypeFlag, false) { (c, f) throws(SyntaxError) in
        try c.flag("alpha_channel_clip_type_flag", &f)
      }
    }
  }
}
