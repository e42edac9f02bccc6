import BitstreamKit

/// Clean aperture of a picture. Values are fractions; denominators are not 0.
///
/// ISO/IEC 14496-12:2022, 12.1.4 `CleanApertureBox`.
public struct CleanApertureBox: TypedBox {
  public static let structureName: StaticString = "CleanApertureBox"
  public static var boxType: FourCC { "clap" }

  /// Width in pixels: numerator.
  public var cleanApertureWidthN: UInt32 = 0
  /// Width: denominator.
  public var cleanApertureWidthD: UInt32 = 1
  /// Height in pixels: numerator.
  public var cleanApertureHeightN: UInt32 = 0
  /// Height: denominator.
  public var cleanApertureHeightD: UInt32 = 1
  /// Horizontal offset of the aperture centre from the picture centre, in pixels to the right: numerator.
  public var horizOffN: Int32 = 0
  /// Horizontal offset: denominator.
  public var horizOffD: UInt32 = 1
  /// Vertical offset of the aperture centre from the picture centre, in pixels down: numerator.
  public var vertOffN: Int32 = 0
  /// Vertical offset: denominator.
  public var vertOffD: UInt32 = 1

  /// Creates a box with default values.
  public init() {}

  /// The size of the aperture in whole pixels, rounded down; nil if a denominator is 0.
  public var size: PictureSize? {
    if cleanApertureWidthD == 0 || cleanApertureHeightD == 0 { return nil }
    return PictureSize(
      width: Int(clamping: cleanApertureWidthN / cleanApertureWidthD), height: Int(clamping: cleanApertureHeightN / cleanApertureHeightD))
  }

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("cleanApertureWidthN", &cleanApertureWidthN, bits: 32)
    try c.u("cleanApertureWidthD", &cleanApertureWidthD, bits: 32)
    try c.u("cleanApertureHeightN", &cleanApertureHeightN, bits: 32)
    try c.u("cleanApertureHeightD", &cleanApertureHeightD, bits: 32)
    try c.i("horizOffN", &horizOffN, bits: 32)
    try c.u("horizOffD", &horizOffD, bits: 32)
    try c.i("vertOffN", &vertOffN, bits: 32)
    try c.u("vertOffD", &vertOffD, bits: 32)
  }
}
