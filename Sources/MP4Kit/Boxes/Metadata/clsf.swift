import BitstreamKit

/// What kind of media it is.
///
/// 3GPP TS 26.244, 8.2 `ClassificationBox`.
public struct ClassificationBox: TypedBox {
  public static let structureName: StaticString = "ClassificationBox"
  public static var boxType: FourCC { "clsf" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// Who says so.
  public var classificationEntity = FourCC(rawValue: 0)
  /// By which table.
  public var classificationTable: UInt16 = 0
  /// The text's language.
  public var language = PackedLanguage()
  /// The kind.
  public var classificationInfo = UserDataText()

  /// No kind.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.fourCC("classification_entity", &classificationEntity)
    try c.u("classification_table", &classificationTable, bits: 16)
    try c.u("language", &language.code, bits: 16)
    try classificationInfo.syntax(&c, "classification_info")
  }
}
