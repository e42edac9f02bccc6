import BitstreamKit

/// How bright white paper is in a picture.
///
/// ISO/IEC 23008-12:2022/Amd 1 `NominalDiffuseWhiteBox`.
public struct NominalDiffuseWhiteBox: TypedBox {
  public static let structureName: StaticString = "NominalDiffuseWhiteBox"
  public static var boxType: FourCC { "ndwt" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// In units of 0.0001 cd/m².
  public var diffuseWhiteLuminance: UInt32 = 2030000

  /// 203 cd/m².
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("diffuse_white_luminance", &diffuseWhiteLuminance, bits: 32)
  }
}
