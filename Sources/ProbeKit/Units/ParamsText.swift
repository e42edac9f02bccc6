/// Parses NAL units and configuration records in hexadecimal or base64, one or a list.
///
/// Hexadecimal allows spaces, colons, dashes, `0x` and C commas between bytes. Base64 allows either alphabet (RFC 4648 4 and 5) and may
/// omit padding. Commas separate units as in sprop-parameter-sets (RFC 6184 8.1).
package enum ParamsText {
  /// A parse error.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private typealias Text = ArraySlice<Unicode.Scalar>

  /// Parses a list of units.
  package static func units(_ text: String) throws(Failure) -> [[UInt8]] {
    let parts = parts(of: Array(text.unicodeScalars)[...]) { $0 == "," }
    var (isByteList, spaced) = (parts.count > 1, [] as [Unicode.Scalar])
    for part in parts {
      isByteList = isByteList && isByte(part)
      spaced += part + [" "]
    }
    if isByteList { return [try bytes(spaced[...])] }
    var units: [[UInt8]] = []
    for (index, part) in parts.enumerated() {
      do { units.append(try bytes(part)) } catch {
        throw parts.count == 1 ? error : Failure(description: "entry \(index + 1) of \(parts.count): \(error)")
      }
    }
    return units
  }

  /// Parses one unit.
  package static func bytes(_ text: String) throws(Failure) -> [UInt8] { try bytes(Array(text.unicodeScalars)[...]) }

  private static func bytes(_ text: Text) throws(Failure) -> [UInt8] {
    let words = parts(of: text, isSpace)
    if !words.contains(where: { !$0.isEmpty }) { throw Failure(description: "the value is empty") }
    let digits = hexDigits(text)
    let isHex = !digits.contains { value($0) == nil }
    return try isHex || looksLikeHex(words) ? hex(digits) : base64(words)
  }

  /// The parts between separators, empty ones included.
  private static func parts(of text: Text, _ isSeparator: (Unicode.Scalar) -> Bool) -> [Text] {
    var (parts, start) = ([] as [Text], text.startIndex)
    for index in text.indices where isSeparator(text[index]) {
      parts.append(text[start..<index])
      start = index + 1
    }
    return parts + [text[start...]]
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

  /// The value of a hexadecimal digit; nil for other characters.
  private static func value(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x30...0x39: UInt8(scalar.value - 0x30)
    case 0x41...0x46: UInt8(scalar.value - 0x37)
    case 0x61...0x66: UInt8(scalar.value - 0x57)
    default: nil
    }
  }

  private static func isPrefixed(_ word: Text) -> Bool { word.starts(with: ["0", "x"]) || word.starts(with: ["0", "X"]) }

  /// Whether the text is an element of a C array such as `0x67`.
  private static func isByte(_ part: Text) -> Bool {
    let digits = hexDigits(part)
    return (1...2).contains(digits.count) && !digits.contains { value($0) == nil }
  }

  /// Whether a text with invalid characters was meant to be hexadecimal, for the error message.
  private static func looksLikeHex(_ words: [Text]) -> Bool {
    var (count, isShort) = (0, true)
    for word in words where !word.isEmpty {
      if count == 0, isPrefixed(word) || word.contains(":") { return true }
      (count, isShort) = (count + 1, isShort && word.count <= 2)
    }
    return count > 1 && isShort
  }

  /// The text without separators that are allowed between hexadecimal digits.
  private static func hexDigits(_ text: Text) -> Text {
    var digits: Text = []
    for word in parts(of: text, { isSpace($0) || $0 == ":" || $0 == "-" }) {
      let own = isPrefixed(word) ? word.dropFirst(2) : word
      // A byte of a C array may have one digit.
      if own.count == 1, word.count == 3 { digits.append("0") }
      digits += own
    }
    return digits
  }

  private static func hex(_ digits: Text) throws(Failure) -> [UInt8] {
    if digits.isEmpty { throw Failure(description: "no hexadecimal digits") }
    var bytes: [UInt8] = []
    var high: UInt8?
    for (index, digit) in digits.enumerated() {
      guard let value = value(digit) else {
        throw Failure(description: "\(quoted(digit)) is not a hexadecimal digit (digit \(index + 1))")
      }
      if let first = high { bytes.append(first << 4 | value) }
      high = high == nil ? value : nil
    }
    if high != nil { throw Failure(description: "\(digits.count) hexadecimal digits: the number of digits is odd") }
    return bytes
  }

  private static func base64(_ words: [Text]) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var (held, bits, count, padding) = (UInt32(0), UInt32(0), 0, 0)
    for word in words {
      for character in word {
        if character == "=" {
          padding += 1
          continue
        }
        guard let value = base64Value(character) else {
          throw Failure(description: "\(quoted(character)) is neither hexadecimal nor base64 (character \(count + padding + 1))")
        }
        if padding > 0 { throw Failure(description: "'=' before the end of base64 (character \(count + padding))") }
        held = held << 6 & 0xFFFF | value
        (bits, count) = (bits + 6, count + 1)
        if bits >= 8 {
          bits -= 8
          bytes.append(UInt8(truncatingIfNeeded: held >> bits))
        }
      }
    }
    if count % 4 == 1 { throw Failure(description: "\(count) base64 characters are not whole bytes: truncated, or one character too many") }
    let needed = (4 - count % 4) % 4
    if padding > 0, padding != needed {
      throw Failure(description: "base64 of \(count) characters needs \(needed) '=', not \(padding)")
    }
    if held & (1 << bits - 1) != 0 {
      throw Failure(description: "it is neither hexadecimal nor whole base64: the last character has unused bits set")
    }
    return bytes
  }

  private static func base64Value(_ character: Unicode.Scalar) -> UInt32? {
    switch character.value {
    case 0x41...0x5A: character.value - 0x41
    case 0x61...0x7A: character.value - 0x61 + 26
    case 0x30...0x39: character.value - 0x30 + 52
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }

  /// A character in quotes; control characters are escaped.
  private static func quoted(_ character: Unicode.Scalar) -> String {
    "'\(needsEscape(character) ? escapeSequence(character) : String(character))'"
  }
}
