import BitstreamKit

/// The aperture of a picture of a series, in f-stops.
///
/// ISO/IEC 23008-12:2022, `DepthOfFieldBracketingEntry`.
public struct DepthOfFieldBracketingEntry: Syntax {
  public static let structureName: StaticString = "DepthOfFieldBracketingEntry"

  /// The numerator.
  public var fStopNumerator: Int8 = 0
  /// The denominator.
  public var fStopDenominator: Int8 = 0

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("f_stop_numerator", &fStopNumerator, bits: 8)
    try c.i("f_stop_denominator", &fStopDenominator, bits: 8)
  }
}
