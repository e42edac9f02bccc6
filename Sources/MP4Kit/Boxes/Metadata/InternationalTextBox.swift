import BitstreamKit

/// A text in several languages: `©nam`, `©day`, `©xyz` and their like in `udta`.
///
/// QuickTime File Format, User Data Text Strings and Language Codes.
public struct InternationalTextBox: Box {
  public static let structureName: StaticString = "UserDataInternationalText"

  /// The text in one language.
  public struct Entry: Equatable, Sendable {
    /// Its language; a number below 0x400 is one of the Macintosh (`isMacintosh`).
    public var language = PackedLanguage()
    /// Its bytes.
    public var text: [UInt8] = []

    /// Nothing said as yet.
    public init() {}

    /// True where the language is a number of the Macintosh, whose texts are coded in its own way.
    public var isMacintosh: Bool { language.code < 0x400 }

    /// The text: UTF-16 behind a byte order mark, Mac OS Roman where the language says so and it is no UTF-8, else UTF-8.
    public var string: String {
      if text.count >= 2, text[0] == 0xFE, text[1] == 0xFF {
        var units: [UInt16] = []
        var at = 2
        while at + 1 < text.count {
          units.append(UInt16(text[at]) << 8 | UInt16(text[at + 1]))
          at += 2
        }
        return String(decoding: units, as: UTF16.self)
      }
      return isMacintosh && !MacRoman.isUTF8(text) ? MacRoman.string(text) : String(decoding: text, as: UTF8.self)
    }
  }

  /// What the box holds.
  struct Content: Equatable {
    var entries: [Entry] = []
    var raw: [UInt8] = []
  }

  /// The languages' texts.
  public var entries: [Entry] = []
  /// The bytes, where they are no list of texts.
  public var raw: [UInt8] = []

  /// No text.
  public init() {}

  public mutating func syntax(_ c: inout SyntaxCoder) throws(SyntaxError) {
    var content = Content(entries: entries, raw: raw)
    try c.attempt(raw.isEmpty, &content) { (c, v) throws(SyntaxError) in
      try c.listToEnd(&v.entries, Entry()) { (c, entry, i) throws(SyntaxError) in
        let size = try c.count("size", entry.text.count, bits: 16)
        try c.u("language", &entry.language.code, bits: 16, at: i)
        try c.characters("text", &entry.text, count: size)
      }
    } otherwise: { (c, v) throws(SyntaxError) in
      v.entries = []
      try c.restBytes("text", &v.raw)
    }
    entries = content.entries
    raw = content.raw
  }

  /// The first text, or the bytes read as UTF-8 where they are no list.
  public var string: String { entries.first?.string ?? String(decoding: raw, as: UTF8.self) }
}
