import BitstreamKit

/// Mastering display of a VP9 picture.
///
/// VP Codec ISO Media File Format Binding 1.0, `SMPTE2086MasteringDisplayMetadataBox`.
public struct SMPTE2086MasteringDisplayMetadataBox: TypedBox {
  public static let structureName: StaticString = "SMPTE2086MasteringDisplayMetadataBox"
  public static var boxType: FourCC { "SmDm" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// x and y of red, green and blue as 0.16 fixed point.
  public var primaries: [UInt16] = [0, 0, 0, 0, 0, 0]
  /// x of the white point as 0.16 fixed point.
  public var whitePointX: UInt16 = 0
  /// y of the white point as 0.16 fixed point.
  public var whitePointY: UInt16 = 0
  /// Maximum luminance in cd/m² as 24.8 fixed point.
  public var luminanceMax: UInt32 = 0
  /// Minimum luminance in cd/m² as 18.14 fixed point.
  public var luminanceMin: UInt32 = 0

  /// Creates a box with default values (black).
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.list("primary_chromaticity", &primaries, count: 6, atLeast: 16, 0) { (c, v, i) throws(SyntaxError) in
      try c.fixedPoint("primary_chromaticity", &v, bits: 16, fraction: 16, at: i)
    }
    try c.fixedPoint("whitePointChromaticity_x", &whitePointX, bits: 16, fraction: 16)
    try c.fixedPoint("whitePointChromaticity_y", &whitePointY, bits: 16, fraction: 16)
    try c.fixedPoint("luminanceMax", &luminanceMax, bits: 32, fraction: 8)
    try c.fixedPoint("luminanceMin", &luminanceMin, bits: 32, fraction: 14)
  }
}
