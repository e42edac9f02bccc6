/// Parses NAL units and configuration records in hexadecimal or base64, one or a list.
///
/// Hexadecimal allows spaces, colons, dashes, `0x` and C commas between bytes. Base64 allows either alphabet (RFC 4648 4 and 5) and may
/// omit padding. Commas separate units as in sprop-parameter-sets (RFC 6184 8.1).
package enum ParamsText {
  /// A parse error.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Parses a list of units.
  package static func units(_ text: String) throws(Failure) -> [[UInt8]] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
    if parts.count > 1, parts.allSatisfy(isByte) { return [try bytes(parts.joined(separator: " "))] }
    var units: [[UInt8]] = []
    for (index, part) in parts.enumerated() {
      do {
        units.append(try bytes(part))
      } catch {
        throw parts.count == 1 ? error : Failure(description: "entry \(index + 1) of \(parts.count): \(error)")
      }
    }
    return units
  }

  /// Parses one unit.
  package static func bytes(_ text: String) throws(Failure) -> [UInt8] {
    let text = trimmed(text)
    if text.isEmpty { throw Failure(description: "the value is empty") }
    let digits = hexDigits(text)
    if digits.allSatisfy({ $0.isHexDigit }) || looksLikeHex(text) { return try hex(digits) }
    return try base64(text.filter { !$0.isWhitespace })
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var part = Substring(text)
    while part.first?.isWhitespace == true { part.removeFirst() }
    while part.last?.isWhitespace == true { part.removeLast() }
    return String(part)
  }

  /// Whether the text is an element of a C array such as `0x67`.
  private static func isByte(_ part: String) -> Bool {
    let digits = hexDigits(part)
    return (1...2).contains(digits.count) && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Whether a text with invalid characters was meant to be hexadecimal, for the error message.
  private static func looksLikeHex(_ text: String) -> Bool {
    if text.hasPrefix("0x") || text.hasPrefix("0X") || text.utf8.contains(0x3A) { return true }
    let words = text.split { $0.isWhitespace }
    return words.count > 1 && words.allSatisfy { $0.count <= 2 }
  }

  /// The text without separators that are allowed between hexadecimal digits.
  private static func hexDigits(_ text: String) -> [Character] {
    var digits: [Character] = []
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == ":" || $0 == "-" }) {
      let isPrefixed = word.hasPrefix("0x") || word.hasPrefix("0X")
      let own = Array(isPrefixed ? word.dropFirst(2) : word)
      // A byte of a C array may have one digit.
      if isPrefixed, own.count == 1 { digits.append("0") }
      digits += own
    }
    return digits
  }

  private static func hex(_ digits: [Character]) throws(Failure) -> [UInt8] {
    if digits.isEmpty { throw Failure(description: "no hexadecimal digits") }
    var bytes: [UInt8] = []
    var high: UInt8?
    for (index, digit) in digits.enumerated() {
      guard digit.isASCII, let value = digit.hexDigitValue else {
        throw Failure(description: "\(quoted(digit)) is not a hexadecimal digit (digit \(index + 1))")
      }
      if let first = high {
        bytes.append(first << 4 | UInt8(truncatingIfNeeded: value))
        high = nil
      } else {
        high = UInt8(truncatingIfNeeded: value)
      }
    }
    if high != nil { throw Failure(description: "\(digits.count) hexadecimal digits: the number of digits is odd") }
    return bytes
  }

  private static func base64(_ text: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var (held, bits, count, padding) = (UInt32(0), UInt32(0), 0, 0)
    for (index, character) in text.enumerated() {
      if character == "=" {
        padding += 1
        continue
      }
      guard let value = base64Value(character) else {
        throw Failure(description: "\(quoted(character)) is neither hexadecimal nor base64 (character \(index + 1))")
      }
      if padding > 0 { throw Failure(description: "'=' before the end of base64 (character \(index))") }
      held = held << 6 & 0xFFFF | value
      (bits, count) = (bits + 6, count + 1)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> bits))
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

  private static func base64Value(_ character: Character) -> UInt32? {
    guard let code = character.asciiValue else { return nil }
    switch code {
    case 0x41...0x5A: return UInt32(code - 0x41)
    case 0x61...0x7A: return UInt32(code - 0x61) + 26
    case 0x30...0x39: return UInt32(code - 0x30) + 52
    case 0x2B, 0x2D: return 62
    case 0x2F, 0x5F: return 63
    default: return nil
    }
  }

  /// A character in quotes; control characters are escaped.
  private static func quoted(_ character: Character) -> String {
    "'" + character.unicodeScalars.map { needsEscape($0) ? escapeSequence($0) : String($0) }.joined() + "'"
  }
}
