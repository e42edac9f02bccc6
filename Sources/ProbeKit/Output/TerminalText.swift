import BitstreamKit

// Text from files, servers, other programs and file names is escaped here before it is written to standard output or standard error, so
// that it cannot control a terminal or imitate a message of this program.
//
// Control characters (C0, DEL and C1, including line breaks), U+2028, U+2029 and bidirectional controls are written in Swift notation:
// `\n`, `\t`, `\u{1B}`, `\u{202E}`. A byte of a file name that is not UTF-8 is written as `\xFF`. Everything else is unchanged, including
// the backslash.

/// Whether a character must be escaped.
package func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20..<0x7F: false
  case 0..<0x20, 0x7F..<0xA0: true
  // ALM, LRM, RLM, the line and paragraph separators, embeddings, overrides and isolates.
  case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: rawByteScalars.contains(scalar.value)
  }
}

/// The escape sequence of a character.
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

/// The text as one line, with all control characters escaped.
public func terminalText(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: { needsEscape($0) }) else { return text }
  var shown = ""
  for scalar in text.unicodeScalars {
    if needsEscape(scalar) { shown += escapeSequence(scalar) } else { shown.unicodeScalars.append(scalar) }
  }
  return shown
}

extension OutputBuffer {
  /// Appends a string as one line, with control characters escaped.
  package mutating func string(_ string: String) {
    for unit in string.utf8 where unit < 0x20 || unit >= 0x7F { return checked(string) }
    for unit in string.utf8 { byte(unit) }
  }

  private mutating func checked(_ string: String) {
    for scalar in string.unicodeScalars { self.scalar(scalar) }
  }

  /// Appends a character or its escape.
  package mutating func scalar(_ scalar: Unicode.Scalar) {
    if scalar.value >= 0x20, scalar.value < 0x7F { return byte(UInt8(truncatingIfNeeded: scalar.value)) }
    if keepsLines, scalar == "\n" || scalar == "\t" { return byte(UInt8(truncatingIfNeeded: scalar.value)) }
    if needsEscape(scalar) {
      for unit in escapeSequence(scalar).utf8 { byte(unit) }
    } else {
      verbatimScalar(scalar)
    }
  }

  /// Appends a character unescaped.
  package mutating func verbatimScalar(_ scalar: Unicode.Scalar) {
    for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { byte(unit) }
  }

  /// Appends a trusted string unescaped.
  public mutating func verbatim(_ string: String) {
    for unit in string.utf8 { byte(unit) }
  }
}
