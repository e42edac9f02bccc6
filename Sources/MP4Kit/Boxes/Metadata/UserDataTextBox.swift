import BitstreamKit

/// Text about the movie or a track in one language; one box for each language.
///
/// ISO/IEC 14496-12:2022, 8.10.2 `CopyrightBox` (`cprt`), and boxes of the same form: 3GPP TS 26.244, 8.2 (`titl` title, `dscp`
/// description, `perf` performer, `auth` author, `gnre` genre, `coll` collection), Apple's `swre` (writing software).
public struct UserDataTextBox: Box {
  public static let structureName: StaticString = "UserDataTextBox"

  /// FullBox version: 0.
  public var version: UInt8 = 0
  /// FullBox flags: 0.
  public var flags: UInt32 = 0
  /// Language of the text.
  public var language = PackedLanguage()
  /// The text.
  public var text = UserDataText()

  /// Creates a box with no text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("language", &language.code, bits: 16)
    try text.syntax(&c, "text")
  }
}
