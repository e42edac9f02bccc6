// Elements with fewer arguments, and nested structures.

extension ElementCoder {
  @inlinable public var _edits: Bool { false }

  /// u(n) with the full range of `bits` bits.
  @inlinable @inline(__always) public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try u(name, &value, bits: bits, in: 0...(bits >= T.bitWidth ? T.max : (1 << T(truncatingIfNeeded: bits)) &- 1), sizing: false, at: i, j)
  }

  /// u(n) with its legal range.
  @inlinable @inline(__always) public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, in range: ClosedRange<T>, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try u(name, &value, bits: bits, in: range, sizing: false, at: i, j)
  }

  /// i(n) with its full range.
  @inlinable @inline(__always) public mutating func i<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    let upper = bits >= T.bitWidth ? T.max : (1 << T(truncatingIfNeeded: bits &- 1)) &- 1
    try self.i(name, &value, bits: bits, in: (-1 - upper)...upper, at: i, j)
  }

  /// ue(v) with its legal range; 0 to 2^32 − 2 if the specification gives none.
  @inlinable @inline(__always) public mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try ue(name, &value, in: range, sizing: false, at: i, j)
  }

  /// ue(v) with its full range.
  @inlinable @inline(__always) public mutating func ue(
    _ name: StaticString, _ value: inout UInt32, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try ue(name, &value, in: 0...0xFFFF_FFFE, sizing: false, at: i, j)
  }

  /// se(v) with its legal range.
  @inlinable @inline(__always) public mutating func se<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, at i: Int = -1
  ) throws(SyntaxError) {
    try se(name, &value, in: range, at: i, -1)
  }

  /// se(v) with its full range.
  @inlinable @inline(__always) public mutating func se(
    _ name: StaticString, _ value: inout Int32, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try se(name, &value, in: -0x7FFF_FFFF...0x7FFF_FFFF, at: i, j)
  }

  /// u(1) as a Boolean.
  @inlinable @inline(__always) public mutating func flag(
    _ name: StaticString, _ value: inout Bool, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    var bit: UInt8 = value ? 1 : 0
    try u(name, &bit, bits: 1, in: 0...1, sizing: false, at: i, j)
    if _fills || _edits { value = bit != 0 }
  }

  /// Bits of a fixed value up to the next byte boundary, such as alignment_bit_equal_to_zero.
  @inlinable public mutating func align(_ name: StaticString, with bit: UInt64) throws(SyntaxError) {
    while !isByteAligned { try fixed(name, bit, bits: 1) }
  }

  /// A nested structure on a hot path.
  @inlinable @inline(__always) public mutating func nested<S: FastSyntax>(_ value: inout S) throws(SyntaxError) {
    // The body works on a local, so that no closure captures an inout and exclusivity is checked at compile time.
    try structure(S.structureName, &value) { (c, s) throws(SyntaxError) in try s.syntax(&c) }
  }

  /// A nested structure that needs a value passed along.
  @inlinable @inline(__always) public mutating func structure<V>(
    _ name: StaticString, _ value: inout V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    try structure(name) { (c) throws(SyntaxError) in try body(&c, &value) }
  }

  /// A table with a constant row size.
  @inlinable @inline(__always) public mutating func table<Row>(
    _ name: StaticString, _ value: inout PackedTable<Row>, count: Int
  ) throws(SyntaxError) {
    try table(name, &value, count: count, layout: 0)
  }

  /// A table that extends to the end of the region; bytes that do not fill a row are left unread.
  @inlinable public mutating func tableToEnd<Row>(
    _ name: StaticString, _ value: inout PackedTable<Row>, layout: UInt32 = 0
  ) throws(SyntaxError) {
    let count = _fitting(value.count, bytes: Row.byteCount(layout: layout))
    try table(name, &value, count: count, layout: layout)
  }

  /// All bytes up to the end of the region, which must be byte-aligned.
  @inlinable public mutating func restBytes(_ name: StaticString, _ value: inout [UInt8]) throws(SyntaxError) {
    var bits = BitString(bytes: value)
    try rest(name, &bits)
    if _fills { value = bits.bytes }
  }
}

// Variants without an index. They call the protocol requirements below, which a coder may override; default arguments on the default
// implementations would bypass them.
extension ElementCoder {
  /// A four-character code.
  @inlinable @inline(__always) public mutating func fourCC(_ name: StaticString, _ value: inout FourCC) throws(SyntaxError) {
    try fourCC(name, &value, at: -1)
  }

  /// An unsigned fixed-point number with `fraction` fractional bits.
  @inlinable @inline(__always) public mutating func fixedPoint<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, fraction: Int
  ) throws(SyntaxError) {
    try fixedPoint(name, &value, bits: bits, fraction: fraction, at: -1)
  }

  /// A signed fixed-point number with `fraction` fractional bits.
  @inlinable @inline(__always) public mutating func fixedPoint<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, fraction: Int
  ) throws(SyntaxError) {
    try fixedPoint(name, &value, bits: bits, fraction: fraction, at: -1)
  }
}

// Default implementations for coders without a display.
extension ElementCoder {
  @inlinable @inline(__always) public mutating func fourCC(
    _ name: StaticString, _ value: inout FourCC, at i: Int
  ) throws(SyntaxError) {
    try u(name, &value.rawValue, bits: 32, at: i)
  }

  @inlinable @inline(__always) public mutating func fixedPoint<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, fraction: Int, at i: Int
  ) throws(SyntaxError) {
    try u(name, &value, bits: bits, at: i)
  }

  @inlinable @inline(__always) public mutating func fixedPoint<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, fraction: Int, at i: Int
  ) throws(SyntaxError) {
    try self.i(name, &value, bits: bits, at: i)
  }

  @inlinable @inline(__always) public mutating func characters(
    _ name: StaticString, _ value: inout [UInt8], count: Int
  ) throws(SyntaxError) {
    try bytes(name, &value, count: count)
  }
}
