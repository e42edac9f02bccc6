/// A four-character code that identifies a box, a brand, a codec or a handler.
public struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The four bytes as a big-endian number.
  public var rawValue: UInt32

  /// Creates a code from a big-endian number.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a code from a literal of four Latin-1 characters: `"moov"`, `"©nam"`. Missing characters become spaces, excess ones are
  /// ignored.
  ///
  /// Optimised so that a literal becomes a constant, and a `switch` over literals compares integers.
  @inlinable @inline(__always) public init(stringLiteral value: StaticString) {
    var code: UInt32 = 0
    var taken = 0
    var index = 0
    let count = value.hasPointerRepresentation ? value.utf8CodeUnitCount : 0
    while taken < 4 {
      var byte: UInt32 = 0x20
      if index < count {
        // `index` is below the number of bytes of the literal.
        byte = UInt32(unsafe value.utf8Start[index])
        index &+= 1
        if byte >= 0xC0, index < count {
          byte = (byte &<< 6 | UInt32(unsafe value.utf8Start[index]) & 0x3F) & 0xFF
          index &+= 1
        }
      }
      code = code &<< 8 | byte
      taken &+= 1
    }
    rawValue = code
  }

  /// The four bytes if printable ASCII; other bytes, and those that mean something in paths (`/`, `[`, `>`), as `%XX`: different codes have
  /// different descriptions.
  public var description: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      switch byte {
      case 0..<0x20, 0x25, 0x2F, 0x3E, 0x5B, 0x7F...:
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      default: text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return text
  }
}
