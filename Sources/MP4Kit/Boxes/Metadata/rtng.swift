import BitstreamKit

/// For whom the media is fit.
///
/// 3GPP TS 26.244, 8.2 `RatingBox`.
public struct RatingBox: TypedBox {
  public static let structureName: StaticString = "RatingBox"
  public static var boxType: FourCC { "rtng" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Who says so.
  public var ratingEntity = FourCC(rawValue: 0)
  /// By which criteria.
  public var ratingCriteria = FourCC(rawValue: 0)
  /// The text's language.
  public var language = PackedLanguage()
  /// The rating.
  public var ratingInfo = UserDataText()

  /// No rating.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("rating_entity", &ratingEntity)
    try c.fourCC("rating_criteria", &ratingCriteria)
    try c.u("language", &language.code, bits: 16)
    try ratingInfo.syntax(&c, "rating_info")
  }
}
