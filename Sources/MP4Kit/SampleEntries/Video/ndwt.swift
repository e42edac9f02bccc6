import BitstreamKit

/// Luminance of nominal diffuse white.
///
/// ISO/IEC 23008-12:2022/Amd 1 `NominalDiffuseWhiteBox`.
public struct NominalDiffuseWhiteBox: TypedBox {
  public static let structureName: StaticString = "NominalDiffuseWhiteBox"
  public static var boxType: FourCC { "ndwt" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Luminance in units of 0.0001 cd/m².
  public var diffuseWhiteLuminance: UInt32 = 2030000

  /// Creates a box with default values (203 cd/m²).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("diffuse_white_luminance", &diffuseWhiteLuminance, bits: 32)
  }
}
