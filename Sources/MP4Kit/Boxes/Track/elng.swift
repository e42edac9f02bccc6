import BitstreamKit

/// BCP 47 language of a track; more specific than `mdhd`.
///
/// ISO/IEC 14496-12:2022, 8.4.6 `ExtendedLanguageBox`.
public struct ExtendedLanguageBox: TypedBox {
  public static let structureName: StaticString = "ExtendedLanguageBox"
  public static var boxType: FourCC { "elng" }

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Language tag, e.g. `en-US`.
  public var extendedLanguage: TerminatedString = "und"

  /// Creates a box with default values.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.text("extended_language", &extendedLanguage)
  }
}
