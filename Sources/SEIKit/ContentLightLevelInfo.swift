import BitstreamKit

/// How bright the video gets, in candela a square metre.
///
/// ITU-T H.264 (08/2021) D.1.31 `content_light_level_info( )`, semantics D.2.31; ITU-T H.265 (08/2021) D.2, semantics D.3.
public struct ContentLightLevelInfo: Syntax {
  public static let structureName: StaticString = "content_light_level_info"

  /// The brightest sample of all; 0 says nothing.
  public var maxContentLightLevel: UInt16 = 0
  /// The brightest average of a picture; 0 says nothing.
  public var maxPicAverageLightLevel: UInt16 = 0

  /// Nothing said.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("max_content_light_level", &maxContentLightLevel, bits: 16)
    try c.u("max_pic_average_light_level", &maxPicAverageLightLevel, bits: 16)
  }
}
