import BitstreamKit

/// A language code in 16 bits.
///
/// ISO/IEC 14496-12:2022, 8.4.2.3: three lower-case letters of ISO 639-2/T, each minus 0x60, in 5 bits.
public struct PackedLanguage: Equatable, Sendable, CustomStringConvertible {
  /// The coded value.
  public var code: UInt16

  /// Creates a language from its coded value; `und` by default.
  public init(code: UInt16 = 0x55C4) { self.code = code }

  /// Creates a language from three letters a to z; nil for any other text.
  public init?(_ text: String) {
    var code: UInt16 = 0
    var letters = 0
    for letter in text.utf8 {
      guard letter >= 0x61, letter <= 0x7A, letters < 3 else { return nil }
      code = code << 5 | UInt16(letter - 0x60)
      letters += 1
    }
    if letters != 3 { return nil }
    self.code = code
  }

  /// The three letters; nil for a QuickTime language code or an invalid code.
  public var letters: String? {
    var text = ""
    for shift in [10, 5, 0] as [UInt16] {
      let letter = UInt8(code >> shift & 31)
      if letter < 1 || letter > 26 { return nil }
      text.unicodeScalars.append(Unicode.Scalar(0x60 + letter))
    }
    return code < 0x400 ? nil : text
  }

  /// The letters of a QuickTime language code, as FFmpeg names it; nil for codes from 29 on.
  ///
  /// The QuickTime File Format, "Language Code Values".
  package var macintoshLetters: String? {
    let letters = [
      "eng", "fra", "ger", "ita", "dut", "sve", "spa", "dan", "por", "nor", "heb", "jpn", "ara", "fin", "gre", "ice", "mlt", "tur", "hr",
      "chi", "urd", "hin", "tha", "kor", "lit", "pol", "hun", "est", "lav",
    ]
    return Int(code) < letters.count ? letters[Int(code)] : nil
  }

  /// The language as an ISO file states it: three letters, `und` if they are not known.
  package var inISO: PackedLanguage {
    if letters != nil { return self }
    return macintoshLetters.flatMap { PackedLanguage($0 == "hr" ? "hrv" : $0) } ?? PackedLanguage()
  }

  /// The letters, or the coded value if `letters` is nil.
  public var description: String { letters ?? "\(code)" }
}
