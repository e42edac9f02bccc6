/// A reader of JSON texts (RFC 8259) that accepts nothing else.
struct JSONChecker {
  private let text: [UInt8]
  private var next = 0

  /// Whether the text is one JSON value.
  static func isDocument(_ text: [UInt8]) -> Bool {
    var checker = JSONChecker(text: text)
    return checker.value(depth: 0) && checker.isAtEnd
  }

  private init(text: [UInt8]) { self.text = text }

  private var isAtEnd: Bool { mutating get { skipSpace(); return next == text.count } }

  private mutating func skipSpace() {
    while next < text.count, [0x20, 0x0A, 0x0D, 0x09].contains(text[next]) { next += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next < text.count, text[next] == byte else { return false }
    next += 1
    return true
  }

  private mutating func value(depth: Int) -> Bool {
    skipSpace()
    guard next < text.count, depth < 256 else { return false }
    switch text[next] {
    case 0x7B: return list(0x7D, depth) { $0.member(depth) }
    case 0x5B: return list(0x5D, depth) { $0.value(depth: depth + 1) }
    case 0x22: return string()
    case 0x74: return word("true")
    case 0x66: return word("false")
    case 0x6E: return word("null")
    default: return number()
    }
  }

  private mutating func list(_ end: UInt8, _ depth: Int, _ element: (inout JSONChecker) -> Bool) -> Bool {
    next += 1
    skipSpace()
    if take(end) { return true }
    while element(&self) {
      skipSpace()
      if take(end) { return true }
      if !take(0x2C) { return false }
    }
    return false
  }

  private mutating func member(_ depth: Int) -> Bool {
    skipSpace()
    guard string() else { return false }
    skipSpace()
    return take(0x3A) && value(depth: depth + 1)
  }

  private mutating func string() -> Bool {
    guard take(0x22) else { return false }
    while next < text.count {
      let byte = text[next]
      next += 1
      if byte == 0x22 { return true }
      if byte < 0x20 { return false }
      if byte == 0x5C, !escape() { return false }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard next < text.count else { return false }
    let byte = text[next]
    next += 1
    if byte != 0x75 { return Array("\"\\/bfnrt".utf8).contains(byte) }
    for _ in 0..<4 {
      guard next < text.count, Self.isHexadecimal(text[next]) else { return false }
      next += 1
    }
    return true
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte & 0xDF)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private mutating func word(_ word: StaticString) -> Bool {
    for byte in word.description.utf8 where !take(byte) { return false }
    return true
  }

  private mutating func digits() -> Bool {
    let start = next
    while next < text.count, Self.isDigit(text[next]) { next += 1 }
    return next > start
  }

  private mutating func number() -> Bool {
    _ = take(0x2D)
    if !take(0x30), !digits() { return false }
    if take(0x2E), !digits() { return false }
    if take(0x65) || take(0x45) {
      if !take(0x2B) { _ = take(0x2D) }
      return digits()
    }
    return true
  }
}
