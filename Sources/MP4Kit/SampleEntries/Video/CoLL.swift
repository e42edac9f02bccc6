import BitstreamKit

/// How bright a picture of VP9 gets.
///
/// VP Codec ISO Media File Format Binding 1.0, `ContentLightLevelBox`.
public struct VPContentLightLevelBox: TypedBox {
  public static let structureName: StaticString = "VPContentLightLevelBox"
  public static var boxType: FourCC { "CoLL" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Of the brightest pixel, in cd/m²; 0 unknown.
  public var maxCLL: UInt16 = 0
  /// Of the brightest picture on average, in cd/m²; 0 unknown.
  public var maxFALL: UInt16 = 0

  /// Nothing known.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("maxCLL", &maxCLL, bits: 16)
    try c.u("maxFALL", &maxFALL, bits: 16)
  }
}
