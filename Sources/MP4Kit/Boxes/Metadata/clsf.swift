import BitstreamKit

/// Classification of the media.
///
/// 3GPP TS 26.244, 8.2 `ClassificationBox`.
public struct ClassificationBox: TypedBox {
  public static let structureName: StaticString = "ClassificationBox"
  public static var boxType: FourCC { "clsf" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Entity that issued the classification.
  public var classificationEntity = FourCC(rawValue: 0)
  /// Classification table.
  public var classificationTable: UInt16 = 0
  /// Language of the text.
  public var language = PackedLanguage()
  /// Classification text.
  public var classificationInfo = UserDataText()

  /// Creates a box with no kind.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("classification_entity", &classificationEntity)
    try c.u("classification_table", &classificationTable, bits: 16)
    try c.u("language", &language.code, bits: 16)
    try classificationInfo.syntax(&c, "classification_info")
  }
}
