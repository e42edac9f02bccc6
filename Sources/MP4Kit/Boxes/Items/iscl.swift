import BitstreamKit

/// How large a picture is made to be shown.
///
/// ISO/IEC 23008-12:2022, 6.5.13 `ImageScaling`.
public struct ImageScaling: TypedBox {
  public static let structureName: StaticString = "ImageScaling"
  public static var boxType: FourCC { "iscl" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Of what the width is multiplied by.
  public var targetWidthNumerator: UInt16 = 1
  /// Of what the width is multiplied by.
  public var targetWidthDenominator: UInt16 = 1
  /// Of what the height is multiplied by.
  public var targetHeightNumerator: UInt16 = 1
  /// Of what the height is multiplied by.
  public var targetHeightDenominator: UInt16 = 1

  /// As large as it is.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("target_width_numerator", &targetWidthNumerator, bits: 16)
    try c.u("target_width_denominator", &targetWidthDenominator, bits: 16)
    try c.u("target_height_numerator", &targetHeightNumerator, bits: 16)
    try c.u("target_height_denominator", &targetHeightDenominator, bits: 16)
  }
}
