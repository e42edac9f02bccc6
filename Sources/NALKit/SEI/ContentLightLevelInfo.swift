import BitstreamKit

/// The light level of the video in candelas per square metre.
///
/// ITU-T H.264 (08/2021) D.1.31 `content_light_level_info( )`, semantics D.2.31; ITU-T H.265 (08/2021) D.2, semantics D.3.
public struct ContentLightLevelInfo: Syntax {
  public static let structureName: StaticString = "content_light_level_info"

  /// The maximum light level of any sample; 0 if unspecified.
  public var maxContentLightLevel: UInt16 = 0
  /// The maximum average light level of any picture; 0 if unspecified.
  public var maxPicAverageLightLevel: UInt16 = 0

  /// Unspecified.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("max_content_light_level", &maxContentLightLevel, bits: 16)
    try c.u("max_pic_average_light_level", &maxPicAverageLightLevel, bits: 16)
  }
}
