import BitstreamKit

/// The white balance of a picture of a series.
///
/// ISO/IEC 23008-12:2022, `WhiteBalanceBracketingEntry`.
public struct WhiteBalanceBracketingEntry: Syntax {
  public static let structureName: StaticString = "WhiteBalanceBracketingEntry"

  /// Along the blue to amber axis, in kelvin.
  public var blueAmber: UInt16 = 0
  /// Along the green to magenta axis.
  public var greenMagenta: Int8 = 0

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("blue_amber", &blueAmber, bits: 16)
    try c.i("green_magenta", &greenMagenta, bits: 8)
  }
}
