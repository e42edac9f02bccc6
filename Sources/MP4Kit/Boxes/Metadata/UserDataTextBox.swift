import BitstreamKit

/// A text about the movie or a track, in one language; there may be one for each of several.
///
/// ISO/IEC 14496-12:2022, 8.10.2 `CopyrightBox` (`cprt`), and the boxes of the same form: 3GPP TS 26.244, 8.2 (`titl` title, `dscp`
/// description, `perf` performer, `auth` author, `gnre` genre, `coll` collection), Apple's `swre` (the software that wrote the file).
public struct UserDataTextBox: Box {
  public static let structureName: StaticString = "UserDataTextBox"

  /// 0.
  public var version: UInt8 = 0
  /// 0.
  public var flags: UInt32 = 0
  /// The text's language.
  public var language = PackedLanguage()
  /// The text.
  public var text = UserDataText()

  /// No text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    try c.fullBox(&version, &flags)
    try c.u("language", &language.code, bits: 16)
    try text.syntax(&c, "text")
  }
}
