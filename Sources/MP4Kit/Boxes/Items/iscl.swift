import BitstreamKit

/// Scaling of a picture for display.
///
/// ISO/IEC 23008-12:2022, 6.5.13 `ImageScaling`.
public struct ImageScaling: TypedBox {
  public static let structureName: StaticString = "ImageScaling"
  public static var boxType: FourCC { "iscl" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Numerator of the horizontal scale factor.
  public var targetWidthNumerator: UInt16 = 1
  /// Denominator of the horizontal scale factor.
  public var targetWidthDenominator: UInt16 = 1
  /// Numerator of the vertical scale factor.
  public var targetHeightNumerator: UInt16 = 1
  /// Denominator of the vertical scale factor.
  public var targetHeightDenominator: UInt16 = 1

  /// Creates an instance with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("target_width_numerator", &targetWidthNumerator, bits: 16)
    try c.u("target_width_denominator", &targetWidthDenominator, bits: 16)
    try c.u("target_height_numerator", &targetHeightNumerator, bits: 16)
    try c.u("target_height_denominator", &targetHeightDenominator, bits: 16)
  }
}
