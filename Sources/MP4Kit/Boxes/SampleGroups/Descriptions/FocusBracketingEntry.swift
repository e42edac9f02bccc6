import BitstreamKit

/// The focus distance of a picture of a series, in metres.
///
/// ISO/IEC 23008-12:2022, `FocusBracketingEntry`.
public struct FocusBracketingEntry: Syntax {
  public static let structureName: StaticString = "FocusBracketingEntry"

  /// The numerator.
  public var focusDistanceNumerator: UInt16 = 0
  /// The denominator; 0 for infinity.
  public var focusDistanceDenominator: UInt16 = 0

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.u("focus_distance_numerator", &focusDistanceNumerator, bits: 16)
    try c.u("focus_distance_denominator", &focusDistanceDenominator, bits: 16)
  }
}
