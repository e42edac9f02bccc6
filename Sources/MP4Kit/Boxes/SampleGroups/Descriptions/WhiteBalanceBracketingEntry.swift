import BitstreamKit

/// White balance of a picture in a bracketing series.
///
/// ISO/IEC 23008-12:2022, `WhiteBalanceBracketingEntry`.
public struct WhiteBalanceBracketingEntry: Syntax {
  public static let structureName: StaticString = "WhiteBalanceBracketingEntry"

  /// Blue to amber axis, in kelvin.
  public var blueAmber: UInt16 = 0
  /// Green to magenta axis.
  public var greenMagenta: Int8 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("blue_amber", &blueAmber, bits: 16)
    try c.i("green_magenta", &greenMagenta, bits: 8)
  }
}
