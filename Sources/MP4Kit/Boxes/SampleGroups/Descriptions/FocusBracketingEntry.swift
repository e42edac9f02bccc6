import BitstreamKit

/// Focus distance of a picture in a bracketing series, in metres.
///
/// ISO/IEC 23008-12:2022, `FocusBracketingEntry`.
public struct FocusBracketingEntry: Syntax {
  public static let structureName: StaticString = "FocusBracketingEntry"

  /// Numerator of the distance.
  public var focusDistanceNumerator: UInt16 = 0
  /// Denominator of the distance; 0 for infinity.
  public var focusDistanceDenominator: UInt16 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("focus_distance_numerator", &focusDistanceNumerator, bits: 16)
    try c.u("focus_distance_denominator", &focusDistanceDenominator, bits: 16)
  }
}
