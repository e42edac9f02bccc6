import BitstreamKit

/// The part of a picture that is meant to be seen. All are fractions: a numerator and a denominator that is not 0.
///
/// ISO/IEC 14496-12:2022, 12.1.4 `CleanApertureBox`.
public struct CleanApertureBox: TypedBox {
  public static let structureName: StaticString = "CleanApertureBox"
  public static var boxType: FourCC { "clap" }

  /// In pixels.
  public var cleanApertureWidthN: UInt32 = 0
  /// Its denominator.
  public var cleanApertureWidthD: UInt32 = 1
  /// In pixels.
  public var cleanApertureHeightN: UInt32 = 0
  /// Its denominator.
  public var cleanApertureHeightD: UInt32 = 1
  /// From the picture's centre to that of the part, in pixels to the right.
  public var horizOffN: Int32 = 0
  /// Its denominator.
  public var horizOffD: UInt32 = 1
  /// From the picture's centre to that of the part, in pixels down.
  public var vertOffN: Int32 = 0
  /// Its denominator.
  public var vertOffD: UInt32 = 1

  /// Nothing to be seen.
  public init() {}

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
