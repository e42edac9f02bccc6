import BitstreamKit

// Everything that a file, a server, another program or a file name says passes through here on its way to standard output or standard
// error, so that it cannot control a terminal or look like a line of this program.
//
// Control characters (C0, DEL and C1, the line breaks among them), U+2028, U+2029 and the controls of bidirectional text show as Swift
// spells them: `\n`, `\t`, `\u{1B}`, `\u{202E}`. A byte of a file name that is not UTF-8 shows as `\xFF`. All else stays as it is, the
// backslash too.

/// Whether a character shows as an escape.
package func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20..<0x7F: false
  case 0..<0x20, 0x7F..<0xA0: true
  // ALM, LRM, RLM, the line and paragraph separators, embeddings, overrides and isolates.
  case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: rawByteScalars.contains(scalar.value)
  }
}

/// How a character shows that needs an escape.
package func escapeSequence(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  case _ where rawByteScalars.contains(scalar.value):
    "\\x" + String(scalar.value & 0xFF, radix: 16, uppercase: true)
  default: "\\u{" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true) + "}"
  }
}

/// A text as one line that does nothing to a terminal.
public func terminalText(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: { needsEscape($0) }) else { return text }
  var shown = ""
  for scalar in text.unicodeScalars {
    if needsEscape(scalar) { shown += escapeSequence(scalar) } else { shown.unicodeScalars.append(scalar) }
  }
  return shown
}

extension OutputBuffer {
  /// Any string, as one line that does nothing to a terminal.
  mutating func string(_ string: String) {
    for unit in string.utf8 where unit < 0x20 || unit >= 0x7F { return checked(string) }
    for unit in string.utf8 { byte(unit) }
  }

  private mutating func checked(_ string: String) {
    for scalar in string.unicodeScalars { self.scalar(scalar) }
  }

  /// A character, or its escape.
  mutating func scalar(_ scalar: Unicode.Scalar) {
    if scalar.value >= 0x20, scalar.value < 0x7F { return byte(UInt8(truncatingIfNeeded: scalar.value)) }
    if needsEscape(scalar) {
      for unit in escapeSequence(scalar).utf8 { byte(unit) }
    } else {
      verbatimScalar(scalar)
    }
  }

  /// A character as it is.
  mutating func verbatimScalar(_ scalar: Unicode.Scalar) {
    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { byte(unit) }
  }

  /// A string of this program's own, line breaks and all.
  public mutating func verbatim(_ string: String) {
    for unit in string.utf8 { byte(unit) }
  }
}
