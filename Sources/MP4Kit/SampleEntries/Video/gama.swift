import BitstreamKit

/// The gamma that a picture was made for.
///
/// QuickTime File Format, "Video Sample Description Extensions", `gama`.
public struct GammaLevelBox: TypedBox {
  public static let structureName: StaticString = "GammaLevelBox"
  public static var boxType: FourCC { "gama" }

  /// With 16 bits behind the point.
  public var gammaLevel: UInt32 = 0x2_3333

  /// 2.2.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fixedPoint("gamma_level", &gammaLevel, bits: 32, fraction: 16)
  }
}
