// Parts that are present depending on a condition, a flag or a codeword.

extension ElementCoder {
  /// A part that is present if and only if `condition` holds; nil otherwise.
  @inlinable @inline(__always) public mutating func when<V>(
    _ condition: Bool, _ value: inout V?, _ initial: @autoclosure () -> V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if !_fills, !_edits, condition != (value != nil) {
      try _contradict(isMissing: condition)
    } else if !condition {
      value = nil
      return
    }
    var part = _fills ? initial() : value ?? initial()
    try body(&self, &part)
    if _fills || _edits { value = part }
  }

  /// A part preceded by its own presence flag.
  @inlinable @inline(__always) public mutating func optional<V>(
    _ flagName: StaticString, _ value: inout V?, at i: Int = -1, _ initial: @autoclosure () -> V,
    _ body: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    var present = value != nil
    try flag(flagName, &present, at: i)
    try when(present, &value, initial(), body)
  }

  /// A structure preceded by its own presence flag.
  @inlinable @inline(__always) public mutating func optional<S: Syntax>(
    _ flagName: StaticString, _ value: inout S?, at i: Int = -1
  ) throws(SyntaxError) {
    try optional(flagName, &value, at: i, S()) { (c, s) throws(SyntaxError) in try c.nested(&s) }
  }

  /// u(n), present if `condition` holds.
  @inlinable @inline(__always) public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T?, bits: Int, when condition: Bool, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try when(condition, &value, 0) { (c, v) throws(SyntaxError) in try c.u(name, &v, bits: bits, at: i, j) }
  }

  /// u(n) with its legal range, present if `condition` holds.
  @inlinable @inline(__always) public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T?, bits: Int, in range: ClosedRange<T>, when condition: Bool, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try when(condition, &value, 0) { (c, v) throws(SyntaxError) in try c.u(name, &v, bits: bits, in: range, at: i, j) }
  }

  /// ue(v) with its legal range, present if `condition` holds.
  @inlinable @inline(__always) public mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>, when condition: Bool, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try when(condition, &value, 0) { (c, v) throws(SyntaxError) in try c.ue(name, &v, in: range, at: i, j) }
  }

  /// se(v) with its legal range, present if `condition` holds.
  @inlinable @inline(__always) public mutating func se<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>, when condition: Bool, at i: Int = -1
  ) throws(SyntaxError) {
    try when(condition, &value, 0) { (c, v) throws(SyntaxError) in try c.se(name, &v, in: range, at: i) }
  }

  /// A flag, present if `condition` holds.
  @inlinable @inline(__always) public mutating func flag(
    _ name: StaticString, _ value: inout Bool?, when condition: Bool, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try when(condition, &value, false) { (c, v) throws(SyntaxError) in try c.flag(name, &v, at: i, j) }
  }
}

// MARK: - Parts with a codeword, and remaining bits

extension ElementCoder {
  /// Whether at least `atLeast` bits are left and the next `bits` bits are `pattern`.
  @inlinable public mutating func upcoming(_ pattern: UInt64, bits: Int, atLeast: Int, _ held: Bool) -> Bool {
    upcoming(pattern, bits: bits, ahead: 0, atLeast: atLeast, held)
  }

  /// A part preceded by its own codeword; present if `condition` holds, at least `atLeast` bits are left and the next ones are the
  /// codeword.
  @inlinable public mutating func optional<V>(
    announcedBy name: StaticString, _ pattern: UInt64, bits: Int, atLeast: Int, when condition: Bool, _ value: inout V?,
    _ initial: @autoclosure () -> V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    let present = condition && upcoming(pattern, bits: bits, atLeast: atLeast, value != nil)
    try when(present, &value, initial()) { (c, v) throws(SyntaxError) in
      try c.fixed(name, pattern, bits: bits)
      try body(&c, &v)
    }
  }

  /// All bits up to the end of a byte-aligned region that contains a structure of any number of bits. Zero bits that pad the last byte,
  /// at most seven, are written but not stored.
  @inlinable public mutating func restAndPadding(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) {
    if _fills {
      try rest(name, &value)
      // A generated model has no bit position yet: it must end in a one bit, so that the padding cannot be taken for part of it.
      value = value.withoutLastZeros(atMost: _openLength(0) == nil ? 7 : Int.max)
    } else {
      try rest(name, &value)
      try align(name, with: 0)
    }
  }
}
