/// JSON written as it comes (RFC 8259): numbers are numbers, nothing is held back.
///
/// Objects and arrays are opened and closed by hand; commas and indentation follow by themselves.
extension OutputBuffer {
  /// A key of an object; its first where `first` says so.
  @inline(__always) mutating func key(_ name: StaticString, first: Bool = false) {
    if !first { byte(0x2C) }
    byte(0x22)
    text(name)
    byte(0x22)
    byte(0x3A)
  }

  /// A key with a number.
  @inline(__always) mutating func field<T: FixedWidthInteger>(_ name: StaticString, _ value: T, first: Bool = false) {
    key(name, first: first)
    number(value)
  }

  /// A key with a literal that needs no escapes.
  @inline(__always) mutating func field(_ name: StaticString, _ value: StaticString, first: Bool = false) {
    key(name, first: first)
    byte(0x22)
    text(value)
    byte(0x22)
  }

  /// A key with a truth value.
  mutating func field(_ name: StaticString, _ value: Bool, first: Bool = false) {
    key(name, first: first)
    text(value ? "true" : "false")
  }

  /// A key with any string.
  mutating func field(_ name: StaticString, string value: String, first: Bool = false) {
    key(name, first: first)
    quoted(value)
  }

  /// A key with nothing.
  mutating func fieldNull(_ name: StaticString, first: Bool = false) {
    key(name, first: first)
    text("null")
  }

  /// A string in quotes, with the escapes that it needs.
  mutating func quoted(_ value: String) {
    byte(0x22)
    for unit in value.utf8 {
      switch unit {
      case 0x22: text("\\\"")
      case 0x5C: text("\\\\")
      case 0x0A: text("\\n")
      case 0x0D: text("\\r")
      case 0x09: text("\\t")
      case 0..<0x20, 0x7F:
        text("\\u00")
        hex(unit)
      default: byte(unit)
      }
    }
    byte(0x22)
  }

  /// A double as JSON has it: no infinity and no NaN, those are null; whole numbers without a fraction.
  mutating func double(_ value: Double) {
    if !value.isFinite {
      text("null")
    } else if value.magnitude < 9_007_199_254_740_992, value == value.rounded(.towardZero) {
      number(Int64(value))
    } else {
      string("\(value)")
    }
  }

  /// Two digits, lower case.
  mutating func hex(_ value: UInt8) {
    for digit in [value >> 4, value & 15] { byte(digit < 10 ? 0x30 + digit : 0x57 + digit) }
  }

  /// A field of comma-separated values (RFC 4180): in quotes where it has to be.
  mutating func csv(_ value: String) {
    guard value.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return string(value) }
    byte(0x22)
    for unit in value.utf8 {
      if unit == 0x22 { byte(0x22) }
      byte(unit)
    }
    byte(0x22)
  }
}
