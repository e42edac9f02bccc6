import BitstreamKit

/// Text in one or more languages, in `udta`, e.g. `©nam`, `©day`, `©xyz`.
///
/// QuickTime File Format, User Data Text Strings and Language Codes.
public struct InternationalTextBox: Box {
  public static let structureName: StaticString = "UserDataInternationalText"

  /// Text in one language.
  public struct Entry: Equatable, Sendable {
    /// Language; codes below 0x400 are Macintosh language codes (see `isMacintosh`).
    public var language = PackedLanguage()
    /// Text bytes.
    public var text: [UInt8] = []

    /// Creates an entry with default values.
    public init() {}

    /// Whether the language is a Macintosh language code; such text uses a Macintosh encoding.
    public var isMacintosh: Bool { language.code < 0x400 }

    /// Decoded text: UTF-16 after a byte order mark; Mac OS Roman if `isMacintosh` and not valid UTF-8; otherwise UTF-8.
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

  /// Content of the box: a list of texts, or raw bytes.
  struct Content: Equatable {
    var entries: [Entry] = []
    var raw: [UInt8] = []
  }

  /// Texts, one for each language.
  public var entries: [Entry] = []
  /// Raw bytes if the content is not a list of texts.
  public var raw: [UInt8] = []

  /// Creates a box with no text.
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

  /// The first text, or the raw bytes as UTF-8 if there is no list.
  public var string: String { entries.first?.string ?? String(decoding: raw, as: UTF8.self) }
}
