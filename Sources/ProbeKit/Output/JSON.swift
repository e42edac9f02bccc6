import BitstreamKit

/// Streaming JSON (RFC 8259): nothing is buffered.
///
/// The caller opens and closes objects and arrays, and marks the first field of an object.
extension OutputBuffer {
  /// A key of an object. `first` omits the comma.
  @inline(__always) package mutating func key(_ name: StaticString, first: Bool = false) {
    if !first { byte(0x2C) }
    byte(0x22)
    text(name)
    byte(0x22)
    byte(0x3A)
  }

  /// A key with a number.
  @inline(__always) package mutating func field<T: FixedWidthInteger>(_ name: StaticString, _ value: T, first: Bool = false) {
    key(name, first: first)
    number(value)
  }

  /// A key with a literal that needs no escapes.
  @inline(__always) package mutating func field(_ name: StaticString, _ value: StaticString, first: Bool = false) {
    key(name, first: first)
    byte(0x22)
    text(value)
    byte(0x22)
  }

  /// A key with a Boolean.
  package mutating func field(_ name: StaticString, _ value: Bool, first: Bool = false) {
    key(name, first: first)
    text(value ? "true" : "false")
  }

  /// A key with a string.
  package mutating func field(_ name: StaticString, string value: String, first: Bool = false) {
    key(name, first: first)
    quoted(value)
  }

  /// A key with null.
  package mutating func fieldNull(_ name: StaticString, first: Bool = false) {
    key(name, first: first)
    text("null")
  }

  /// A quoted and escaped string.
  public mutating func quoted(_ value: String) {
    byte(0x22)
    for scalar in value.unicodeScalars {
      switch scalar.value {
      case 0x22: text("\\\"")
      case 0x5C: text("\\\\")
      case 0x0A: text("\\n")
      case 0x0D: text("\\r")
      case 0x09: text("\\t")
      case 0x20..<0x7F: byte(UInt8(truncatingIfNeeded: scalar.value))
      // Characters that would control a terminal. Scalars that encode bytes of a file name are not escaped.
      case _ where needsEscape(scalar) && !rawByteScalars.contains(scalar.value):
        text("\\u")
        hex(UInt8(truncatingIfNeeded: scalar.value >> 8))
        hex(UInt8(truncatingIfNeeded: scalar.value))
      default: verbatimScalar(scalar)
      }
    }
    byte(0x22)
  }

  /// A number. Infinity and NaN are null; integral values have no fraction.
  package mutating func double(_ value: Double) {
    if value.isFinite { string(numberText(value)) } else { text("null") }
  }

  /// Two lowercase hexadecimal digits.
  package mutating func hex(_ value: UInt8) {
    for digit in [value >> 4, value & 15] { byte(digit < 10 ? 0x30 + digit : 0x57 + digit) }
  }

  /// Bytes as a string of hexadecimal digits.
  package mutating func quotedHex(_ bytes: [UInt8]) {
    byte(0x22)
    for value in bytes { hex(value) }
    byte(0x22)
  }

  /// A key with an array. `body` writes one element.
  package mutating func array<S: Sequence>(
    _ name: StaticString, _ values: S, first: Bool = false, _ body: (inout OutputBuffer, S.Element) -> Void
  ) {
    key(name, first: first)
    array(values, body)
  }

  /// An array. `body` writes one element.
  package mutating func array<S: Sequence>(_ values: S, _ body: (inout OutputBuffer, S.Element) -> Void) {
    byte(0x5B)
    var isFirst = true
    for value in values {
      if !isFirst { byte(0x2C) }
      isFirst = false
      body(&self, value)
    }
    byte(0x5D)
  }

  /// A key with an object. `body` writes its fields.
  package mutating func object(_ name: StaticString, first: Bool = false, _ body: (inout OutputBuffer) -> Void) {
    key(name, first: first)
    byte(0x7B)
    body(&self)
    byte(0x7D)
  }
}

/// A double in decimal; integral values have no fraction.
package func numberText(_ value: Double) -> String {
  let isWhole = value.magnitude < 9_007_199_254_740_992 && value == value.rounded(.towardZero)
  return isWhole ? "\(Int64(saturating: value))" : "\(value)"
}
