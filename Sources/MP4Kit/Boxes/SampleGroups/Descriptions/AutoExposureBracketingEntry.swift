import BitstreamKit

/// The exposure of a picture of a series, as a step of exposure values.
///
/// ISO/IEC 23008-12:2022, `AutoExposureBracketingEntry`.
public struct AutoExposureBracketingEntry: Syntax {
  public static let structureName: StaticString = "AutoExposureBracketingEntry"

  /// The step: 1 a whole exposure value, 2 a half, 3 a third, 4 a quarter.
  public var exposureStep: Int8 = 0
  /// So many steps: the exposure value differs by exposure_numerator / exposure_step.
  public var exposureNumerator: Int8 = 0

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("exposure_step", &exposureStep, bits: 8)
    try c.i("exposure_numerator", &exposureNumerator, bits: 8)
  }
}
