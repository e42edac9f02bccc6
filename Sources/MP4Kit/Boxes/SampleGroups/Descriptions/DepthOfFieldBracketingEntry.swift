import BitstreamKit

/// Aperture of a picture in a bracketing series, in f-stops.
///
/// ISO/IEC 23008-12:2022, `DepthOfFieldBracketingEntry`.
public struct DepthOfFieldBracketingEntry: Syntax {
  public static let structureName: StaticString = "DepthOfFieldBracketingEntry"

  /// Numerator of the f-stop difference.
  public var fStopNumerator: Int8 = 0
  /// Denominator of the f-stop difference.
  public var fStopDenominator: Int8 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("f_stop_numerator", &fStopNumerator, bits: 8)
    try c.i("f_stop_denominator", &fStopDenominator, bits: 8)
  }
}
