import BitstreamKit

/// Content rating of the media.
///
/// 3GPP TS 26.244, 8.2 `RatingBox`.
public struct RatingBox: TypedBox {
  public static let structureName: StaticString = "RatingBox"
  public static var boxType: FourCC { "rtng" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Entity that issued the rating.
  public var ratingEntity = FourCC(rawValue: 0)
  /// Rating criteria.
  public var ratingCriteria = FourCC(rawValue: 0)
  /// Language of the text.
  public var language = PackedLanguage()
  /// Rating text.
  public var ratingInfo = UserDataText()

  /// Creates a box with no rating.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("rating_entity", &ratingEntity)
    try c.fourCC("rating_criteria", &ratingCriteria)
    try c.u("language", &language.code, bits: 16)
    try ratingInfo.syntax(&c, "rating_info")
  }
}
