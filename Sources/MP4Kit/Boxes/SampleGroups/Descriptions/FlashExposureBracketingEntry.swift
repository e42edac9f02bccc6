import BitstreamKit

/// The exposure of the flash of a picture of a series, in f-stops.
///
/// ISO/IEC 23008-12:2022, `FlashExposureBracketingEntry`.
public struct FlashExposureBracketingEntry: Syntax {
  public static let structureName: StaticString = "FlashExposureBracketingEntry"

  /// The numerator.
  public var flashExposureNumerator: Int8 = 0
  /// The denominator.
  public var flashExposureDenominator: Int8 = 0

  /// Nothing said as yet.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("flash_exposure_numerator", &flashExposureNumerator, bits: 8)
    try c.i("flash_exposure_denominator", &flashExposureDenominator, bits: 8)
  }
}
