import BitstreamKit

/// Gamma of a picture.
///
/// QuickTime File Format, "Video Sample Description Extensions", `gama`.
public struct GammaLevelBox: TypedBox {
  public static let structureName: StaticString = "GammaLevelBox"
  public static var boxType: FourCC { "gama" }

  /// Gamma as 16.16 fixed point.
  public var gammaLevel: UInt32 = 0x2_3333

  /// Creates a box with default values (gamma 2.2).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fixedPoint("gamma_level", &gammaLevel, bits: 32, fraction: 16)
  }
}
