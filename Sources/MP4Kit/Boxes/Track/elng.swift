import BitstreamKit

/// The language of a track, in more detail than `mdhd` can say.
///
/// ISO/IEC 14496-12:2022, 8.4.6 `ExtendedLanguageBox`.
public struct ExtendedLanguageBox: TypedBox {
  public static let structureName: StaticString = "ExtendedLanguageBox"
  public static var boxType: FourCC { "elng" }

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// A tag of BCP 47: `en-US`.
  public var extendedLanguage: TerminatedString = "und"

  /// A language that nobody specified.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("extended_language", &extendedLanguage)
  }
}
