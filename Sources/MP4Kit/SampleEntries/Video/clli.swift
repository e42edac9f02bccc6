import BitstreamKit

/// Content light level of a picture.
///
/// ISO/IEC 14496-12:2022, 12.1.6 `ContentLightLevelBox`.
public struct ContentLightLevelBox: TypedBox {
  public static let structureName: StaticString = "ContentLightLevelBox"
  public static var boxType: FourCC { "clli" }

  /// Maximum pixel light level in cd/m²; 0 if unknown.
  public var maxContentLightLevel: UInt16 = 0
  /// Maximum picture average light level in cd/m²; 0 if unknown.
  public var maxPicAverageLightLevel: UInt16 = 0

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("max_content_light_level", &maxContentLightLevel, bits: 16)
    try c.u("max_pic_average_light_level", &maxPicAverageLightLevel, bits: 16)
  }
}
