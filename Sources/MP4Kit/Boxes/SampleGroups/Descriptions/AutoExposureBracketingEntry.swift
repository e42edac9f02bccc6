import BitstreamKit

/// Exposure of a picture in a bracketing series, relative to normal exposure.
///
/// ISO/IEC 23008-12:2022, `AutoExposureBracketingEntry`.
public struct AutoExposureBracketingEntry: Syntax {
  public static let structureName: StaticString = "AutoExposureBracketingEntry"

  /// Step size: 1 full EV, 2 half, 3 third, 4 quarter.
  public var exposureStep: Int8 = 0
  /// Number of steps; the exposure differs by exposure_numerator / exposure_step EV.
  public var exposureNumerator: Int8 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("exposure_step", &exposureStep, bits: 8)
    try c.i("exposure_numerator", &exposureNumerator, bits: 8)
  }
}
