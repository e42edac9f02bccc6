/// Writes the elements of a model as bits. Throws for values that a strict reader would reject.
public struct BitWriter: ElementCoder {
  @inlinable public var _fills: Bool { false }

  @usableFromInline var bytes: [UInt8] = []
  /// The bits of the incomplete last byte, in the low bits; `pending` of them, 0 to 7.
  @usableFromInline var partial: UInt64 = 0
  @usableFromInline var pending = 0

  /// Creates an empty writer.
  @inlinable public init() {}

  /// Creates an empty writer with room for a number of bytes.
  package init(reserving size: Int) { if size > 0 { bytes.reserveCapacity(size) } }

  /// The number of bits written.
  @inlinable public var bitPosition: Int { bytes.count * 8 + pending }
  @inlinable public var isByteAligned: Bool { pending == 0 }

  /// Returns all bytes written; an incomplete last byte is padded with zero bits.
  @inlinable public func finish() -> [UInt8] {
    if pending == 0 { return bytes }
    return bytes + [UInt8(truncatingIfNeeded: partial << UInt64(8 - pending))]
  }

  /// Appends the low `count` bits of `value`, 0 to 64.
  @inlinable @inline(__always) public mutating func put(_ value: UInt64, _ count: Int) {
    if count > 32 {
      put(value >> 32, count - 32)
      put(value & 0xFFFF_FFFF, 32)
      return
    }
    if count <= 0 { return }
    partial = partial &<< UInt64(count) | value & ((1 &<< UInt64(count)) &- 1)
    pending += count
    while pending >= 8 {
      pending -= 8
      bytes.append(UInt8(truncatingIfNeeded: partial &>> UInt64(pending)))
    }
    partial &= (1 &<< UInt64(pending)) &- 1
  }

  /// Appends bytes.
  @inlinable public mutating func put(_ value: [UInt8]) {
    if pending == 0 {
      bytes.append(contentsOf: value)
    } else {
      for byte in value { put(UInt64(byte), 8) }
    }
  }

  /// Appends an Exp-Golomb codeword (H.264 9.1); `code` is at most 2^32 − 1.
  @inlinable mutating func putGolomb(_ code: UInt64) {
    let length = 64 - (code + 1).leadingZeroBitCount
    put(0, length - 1)
    put(code + 1, length)
  }
}

// MARK: - Elements

extension BitWriter {
  @inlinable public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let fits = count >= 64 || UInt64(truncatingIfNeeded: value) >> UInt64(max(0, count)) == 0
    if !range.contains(value) || !fits { throw refusal(name, .init(value), .init(range.lowerBound), .init(range.upperBound), i, j) }
    put(UInt64(truncatingIfNeeded: value), count)
  }

  @inlinable public mutating func i<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let wide = Int64(truncatingIfNeeded: value)
    let fits = count >= 64 || (count > 0 && (wide >> Int64(count - 1) == 0 || wide >> Int64(count - 1) == -1))
    if !range.contains(value) || !fits { throw refusal(name, .init(value), .init(range.lowerBound), .init(range.upperBound), i, j) }
    put(UInt64(bitPattern: wide), count)
  }

  @inlinable public mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let code = UInt64(truncatingIfNeeded: value)
    if !range.contains(value) || code > 0xFFFF_FFFF {
      throw refusal(name, .init(value), .init(range.lowerBound), .init(range.upperBound), i, j)
    }
    putGolomb(code)
  }

  @inlinable public mutating func se<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let wide = Int64(truncatingIfNeeded: value)
    if !range.contains(value) || wide.magnitude > 0x7FFF_FFFF {
      throw refusal(name, .init(value), .init(range.lowerBound), .init(range.upperBound), i, j)
    }
    putGolomb(wide > 0 ? UInt64(wide) * 2 - 1 : wide.magnitude * 2)
  }

  @inlinable public mutating func ffCoded(_ name: StaticString, _ value: inout UInt32) throws(SyntaxError) {
    var left = value
    while left >= 255 {
      put(0xFF, 8)
      left -= 255
    }
    put(UInt64(left), 8)
  }

  @inlinable public mutating func fixed(_ name: StaticString, _ pattern: UInt64, bits count: Int) throws(SyntaxError) {
    put(pattern, count)
  }

  @inlinable public mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError) {
    if value.count != count { throw _inconsistent(name, "\(value.count) bytes and not \(count)") }
    put(value)
  }

  public mutating func rest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) {
    if value.isEmpty { return }
    let bytes = value.bytes
    let last = (value.startBit + value.count) & 7
    if bytes.count == 1 {
      put(UInt64(bytes[0]) >> UInt64((8 - last) & 7), value.count)
      return
    }
    // The bits of the first byte may align the writer; the bytes between are then copied.
    put(UInt64(bytes[0]), 8 - value.startBit)
    let whole = last == 0 ? bytes.count : bytes.count - 1
    if pending == 0 {
      self.bytes.append(contentsOf: bytes[1..<whole])
    } else {
      for byte in bytes[1..<whole] { put(UInt64(byte), 8) }
    }
    if last != 0 { put(UInt64(bytes[whole]) >> UInt64(8 - last), last) }
  }

  public mutating func table<Row>(
    _ name: StaticString, _ value: inout PackedTable<Row>, count: Int, layout: UInt32
  ) throws(SyntaxError) {
    if value.count != count { throw _inconsistent(name, "\(value.count) rows and not \(count)") }
    if count > 0, value.layout != layout { throw _inconsistent(name, "rows of another layout") }
    put(value.packed)
  }

  public mutating func text(_ name: StaticString, _ value: inout TerminatedString) throws(SyntaxError) {
    if value.bytes.contains(0) { throw _inconsistent(name, "a zero byte in the text") }
    put(value.bytes)
    if value.isTerminated { put(0, 8) }
  }
}

// MARK: - Structure

extension BitWriter {
  @inlinable public mutating func structure(
    _ name: StaticString, _ body: (inout Self) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    do { try body(&self) } catch { throw error.inside(name) }
  }

  /// Writes the region after a placeholder for its size, and fills in the size afterwards.
  @inlinable public mutating func sized(_ size: SizeCoding, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError) {
    var outer = self
    bytes = []
    partial = 0
    pending = 0
    try body(&self)
    try outer.append(region: self, size)
    self = outer
  }

  public mutating func expandable(
    _ name: StaticString, _ taken: inout UInt8, _ body: (inout Self) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    var outer = self
    self = BitWriter()
    try body(&self)
    try outer.append(expandable: self, name, &taken)
    self = outer
  }

  /// Appends a region after its size in one to four bytes, at least `taken` of them.
  mutating func append(expandable region: BitWriter, _ name: StaticString, _ taken: inout UInt8) throws(SyntaxError) {
    let bytes = region.finish()
    if region.pending != 0 || bytes.count >= 1 << 28 { throw _inconsistent(name, "\(bytes.count) bytes exceed the maximum size") }
    var groups = 1
    while groups < 4, bytes.count >> (7 * groups) != 0 || groups < Int(taken) { groups += 1 }
    for group in (0..<groups).reversed() {
      put(UInt64(bytes.count >> (7 * group) & 0x7F | (group > 0 ? 0x80 : 0)), 8)
    }
    put(bytes)
    taken = UInt8(groups)
  }

  public mutating func _fitting(_ held: Int, bytes: Int) -> Int { held }

  @usableFromInline mutating func append(region: BitWriter, _ size: SizeCoding) throws(SyntaxError) {
    switch size {
    case .u(let name, let count, let adding):
      if region.pending != 0 { throw _inconsistent(name, "the region does not end at a byte") }
      let coded = UInt64(region.bytes.count + adding)
      if count < 64, coded >> UInt64(count) != 0 { throw _inconsistent(name, "\(coded) bytes do not fit a size of \(count) bits") }
      put(coded, count)
    case .ff(let name):
      guard region.pending == 0, var coded = UInt32(exactly: region.bytes.count) else {
        throw _inconsistent(name, "the region does not end at a byte")
      }
      try ffCoded(name, &coded)
    }
    put(region.bytes)
  }

  @inlinable public mutating func attempt<V>(
    _ held: Bool, _ value: inout V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void,
    otherwise: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if held { try body(&self, &value) } else { try otherwise(&self, &value) }
  }

  @inlinable public mutating func regionEnd(_ name: StaticString) throws(SyntaxError) {}
  @inlinable public mutating func moreBytes(_ held: Bool) -> Bool { held }
  @inlinable public mutating func upcoming(_ pattern: UInt64, bits: Int, ahead: Int, atLeast: Int, _ held: Bool) -> Bool { held }
  @inlinable public mutating func moreRBSPData(_ held: Bool) throws(SyntaxError) -> Bool { held }

  @inlinable public mutating func rbspRest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) { try rest(name, &value) }

  @inlinable public mutating func rbspTrailingBits(_ trailing: inout [UInt8]) throws(SyntaxError) {
    put(1, 1)
    put(0, (8 - pending) & 7)
    put(trailing)
  }
}

// MARK: - Extensions and payloads

extension BitWriter {
  public mutating func payloadTrailingBits(_ tail: inout BitString, always: Bool) throws(SyntaxError) {
    if !tail.isEmpty {
      try rest("reserved_payload_extension_data", &tail)
      if pending != 0 { throw _inconsistent("reserved_payload_extension_data", "the payload does not end at a byte") }
    } else if always || pending != 0 {
      put(1, 1)
      put(0, (8 - pending) & 7)
    }
  }
}

// MARK: - Errors

extension BitWriter {
  @inlinable public mutating func _require(_ name: StaticString, count: Int, atLeast bits: Int) throws(SyntaxError) {}
  @inlinable public mutating func _openLength(_ held: Int) -> Int? { nil }

  @inline(never) @usableFromInline func refusal(
    _ name: StaticString, _ value: ElementValue, _ lower: ElementValue, _ upper: ElementValue, _ i: Int, _ j: Int
  ) -> SyntaxError {
    SyntaxError(.outOfRange(value, lower: lower, upper: upper), element: elementName(name, i, j))
  }

  public func _inconsistent(_ name: StaticString, _ why: String) -> SyntaxError {
    SyntaxError(.inconsistent(why), element: name.description)
  }
  public func _malformed(_ name: StaticString, _ reason: SyntaxError.Reason) -> SyntaxError {
    SyntaxError(reason, element: name.description)
  }
}
