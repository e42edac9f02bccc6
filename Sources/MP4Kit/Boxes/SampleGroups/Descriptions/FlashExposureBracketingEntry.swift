import BitstreamKit

/// Flash exposure of a picture in a bracketing series, in f-stops.
///
/// ISO/IEC 23008-12:2022, `FlashExposureBracketingEntry`.
public struct FlashExposureBracketingEntry: Syntax {
  public static let structureName: StaticString = "FlashExposureBracketingEntry"

  /// Numerator of the f-stop difference.
  public var flashExposureNumerator: Int8 = 0
  /// Denominator of the f-stop difference.
  public var flashExposureDenominator: Int8 = 0

  /// Creates an entry with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.i("flash_exposure_numerator", &flashExposureNumerator, bits: 8)
    try c.i("flash_exposure_denominator", &flashExposureDenominator, bits: 8)
  }
}
