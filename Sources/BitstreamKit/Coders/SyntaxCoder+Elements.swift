// The elements in each direction. Numbers of every width pass through one function for unsigned and one for signed values.

/// How a number is coded, in one word.
@usableFromInline struct NumberCoding {
  @usableFromInline let word: UInt32

  /// - Parameters:
  ///   - bits: the width of a u(n) or i(n); nil for Exp-Golomb.
  ///   - width: the width of the property that holds the value.
  @inlinable @inline(__always) init(bits: Int?, width: Int, sizing: Bool) {
    let count = bits.map { UInt32(truncatingIfNeeded: max(0, min(255, $0))) } ?? 0x100
    word = count | UInt32(truncatingIfNeeded: width) << 16 | (sizing ? 0x200 : 0)
  }

  var count: Int { Int(word & 0xFF) }
  var isGolomb: Bool { word & 0x100 != 0 }
  var isSizing: Bool { word & 0x200 != 0 }
  private var width: UInt64 { UInt64(word >> 16) }
  /// The largest value that the property holds.
  var limit: UInt64 { UInt64.max >> (64 - width) }
  var maxSigned: Int64 { Int64.max >> Int64(64 - width) }
  /// The largest value that `count` bits hold.
  var maxCoded: UInt64 { isGolomb || count >= 64 ? .max : 1 << UInt64(count) - 1 }
}

extension SyntaxCoder {
  @inlinable @inline(__always) public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    var wide = UInt64(truncatingIfNeeded: value)
    try number(
      name, &wide, NumberCoding(bits: bits, width: T.bitWidth, sizing: sizing), UInt64(truncatingIfNeeded: range.lowerBound),
      UInt64(truncatingIfNeeded: range.upperBound), i, j)
    value = T(truncatingIfNeeded: wide)
  }

  @inlinable @inline(__always) public mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    var wide = UInt64(truncatingIfNeeded: value)
    try number(
      name, &wide, NumberCoding(bits: nil, width: T.bitWidth, sizing: sizing), UInt64(truncatingIfNeeded: range.lowerBound),
      UInt64(truncatingIfNeeded: range.upperBound), i, j)
    value = T(truncatingIfNeeded: wide)
  }

  @inlinable @inline(__always) public mutating func i<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    var wide = Int64(truncatingIfNeeded: value)
    try signedNumber(
      name, &wide, NumberCoding(bits: bits, width: T.bitWidth, sizing: false), Int64(truncatingIfNeeded: range.lowerBound),
      Int64(truncatingIfNeeded: range.upperBound), i, j)
    value = T(truncatingIfNeeded: wide)
  }

  @inlinable @inline(__always) public mutating func se<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    var wide = Int64(truncatingIfNeeded: value)
    try signedNumber(
      name, &wide, NumberCoding(bits: nil, width: T.bitWidth, sizing: false), Int64(truncatingIfNeeded: range.lowerBound),
      Int64(truncatingIfNeeded: range.upperBound), i, j)
    value = T(truncatingIfNeeded: wide)
  }

  @usableFromInline mutating func number(
    _ name: StaticString, _ value: inout UInt64, _ coding: NumberCoding, _ lower: UInt64, _ upper: UInt64, _ i: Int, _ j: Int
  ) throws(SyntaxError) {
    switch direction {
    case .read, .trace:
      let start = reader.position
      let read = coding.isGolomb ? try reader.codeNum(name, i, j) : try reader.bits(name, coding.count, i, j)
      if read < lower || read > upper {
        let fatal = coding.isSizing || read > coding.limit
        try reader.refuse(name, .unsigned(read), .unsigned(lower), .unsigned(upper), fatal: fatal, start, i, j)
      }
      value = read
      if direction == .trace { emit(name, i, j, start, .number(.unsigned(read))) }
    case .write:
      // codeNum is at most 2^32 − 1: a reader refuses more than 32 leading zero bits.
      let limit = coding.isGolomb ? 0xFFFF_FFFF : coding.maxCoded
      if value < lower || value > upper || value > limit {
        throw writer.refusal(name, .unsigned(value), .unsigned(lower), .unsigned(upper), i, j)
      }
      if coding.isGolomb { writer.putGolomb(value) } else { writer.put(value, coding.count) }
    case .generate:
      try checkFits(name, coding, lower)
      value = generator.number(in: lower...min(upper, coding.maxCoded), sizing: coding.isSizing)
    case .edit:
      try checkFits(name, coding, lower)
      try editing?.pass(name, &value, lower...min(upper, coding.maxCoded), i, j, isFlag: !coding.isGolomb && coding.count == 1)
    }
  }

  @usableFromInline mutating func signedNumber(
    _ name: StaticString, _ value: inout Int64, _ coding: NumberCoding, _ lower: Int64, _ upper: Int64, _ i: Int, _ j: Int
  ) throws(SyntaxError) {
    switch direction {
    case .read, .trace:
      let start = reader.position
      let read = try readSigned(name, coding, i, j)
      if read < lower || read > upper {
        let fatal = read > coding.maxSigned || read < -1 - coding.maxSigned
        try reader.refuse(name, .signed(read), .signed(lower), .signed(upper), fatal: fatal, start, i, j)
      }
      value = read
      if direction == .trace { emit(name, i, j, start, .number(.signed(read))) }
    case .write:
      let limit = coding.isGolomb ? 0x7FFF_FFFF : signedMost(coding)
      if value < lower || value > upper || value > limit || value < (coding.isGolomb ? -limit : -1 - limit) {
        throw writer.refusal(name, .signed(value), .signed(lower), .signed(upper), i, j)
      }
      if coding.isGolomb {
        writer.putGolomb(value > 0 ? UInt64(value) * 2 - 1 : value.magnitude * 2)
      } else {
        writer.put(UInt64(bitPattern: value), coding.count)
      }
    case .generate:
      let limit = signedMost(coding)
      let range = max(lower, -1 - limit)...min(upper, limit)
      value = generator.number(in: range)
    case .edit: try editing?.pass(name, &value, lower...upper, i, j)
    }
  }

  private mutating func readSigned(_ name: StaticString, _ coding: NumberCoding, _ i: Int, _ j: Int) throws(SyntaxError) -> Int64 {
    if coding.isGolomb {
      let code = try reader.codeNum(name, i, j)
      let half = Int64(truncatingIfNeeded: code &+ 1) &>> 1
      return code & 1 == 1 ? half : -half
    }
    let read = try reader.bits(name, coding.count, i, j)
    let unused = UInt64(truncatingIfNeeded: 64 &- coding.count)
    return coding.count == 0 ? 0 : Int64(bitPattern: read &<< unused) &>> Int64(bitPattern: unused)
  }

  /// The largest signed number of the coding's width.
  private func signedMost(_ coding: NumberCoding) -> Int64 {
    coding.isGolomb || coding.count >= 64 ? coding.maxSigned : coding.count == 0 ? 0 : 1 << Int64(coding.count - 1) - 1
  }

  private func checkFits(_ name: StaticString, _ coding: NumberCoding, _ lower: UInt64) throws(SyntaxError) {
    if lower > coding.maxCoded { throw _inconsistent(name, "\(coding.count) bits cannot hold \(lower)") }
  }

  public mutating func ffCoded(_ name: StaticString, _ value: inout UInt32) throws(SyntaxError) {
    switch direction {
    case .read: try reader.ffCoded(name, &value)
    case .trace:
      let start = reader.position
      try reader.ffCoded(name, &value)
      emitBytes(of: value, name, start)
    case .write: try writer.ffCoded(name, &value)
    case .generate: value = generator.ffCoded()
    case .edit:
      var wide = UInt64(value)
      try editing?.pass(name, &wide, 0...UInt64(UInt32.max), -1, -1)
      value = UInt32(truncatingIfNeeded: wide)
    }
  }

  public mutating func fixed(_ name: StaticString, _ pattern: UInt64, bits count: Int) throws(SyntaxError) {
    switch direction {
    case .read, .trace:
      let start = reader.position
      try reader.fixed(name, pattern, bits: count)
      emit(name, -1, -1, start, .number(.unsigned(pattern)))
    case .write: try writer.fixed(name, pattern, bits: count)
    case .generate, .edit: break
    }
  }
}

// MARK: - Runs of bits and bytes

extension SyntaxCoder {
  /// A trace passes on this many bytes of a run of bytes.
  public static var maxBytes: Int { 64 }
  /// A trace passes on this many bytes of a text.
  public static var maxCharacters: Int { 4096 }

  public mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError) {
    switch direction {
    case .read, .trace:
      let start = reader.position
      try reader.bytes(name, &value, count: count)
      if direction == .trace, count > 0 { emit(name, -1, -1, start, .bytes(Array(value.prefix(Self.maxBytes)))) }
    case .write: try writer.bytes(name, &value, count: count)
    case .generate: value = try drawnBytes(name, count: count)
    case .edit: if value.count != count { throw _inconsistent(name, "\(value.count) bytes and not \(count)") }
    }
  }

  public mutating func characters(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError) {
    if direction != .trace { return try bytes(name, &value, count: count) }
    let start = reader.position
    try reader.bytes(name, &value, count: count)
    if count > 0 { emit(name, -1, -1, start, .text(Array(value.prefix(Self.maxCharacters)))) }
  }

  private mutating func drawnBytes(_ name: StaticString, count: Int) throws(SyntaxError) -> [UInt8] {
    if count > 1 << 20 { throw _inconsistent(name, "\(count) bytes are more than a generator draws") }
    return generator.bytes(count: count)
  }

  public mutating func rest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) {
    switch direction {
    case .read, .trace:
      let start = reader.position
      if storesRest { try reader.rest(name, &value) } else { value = reader.skipRest(storing: Self.maxBytes) }
      emit(value, name, start)
    case .write: try writer.rest(name, &value)
    case .generate: value = BitString(bytes: generator.bytes(count: Int(generator.upTo(9))))
    case .edit: break
    }
  }

  public mutating func rbspRest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) {
    switch direction {
    case .read, .trace:
      let start = reader.position
      try reader.rbspRest(name, &value)
      emit(value, name, start)
    case .generate, .edit, .write: try rest(name, &value)
    }
  }

  public mutating func text(_ name: StaticString, _ value: inout TerminatedString) throws(SyntaxError) {
    switch direction {
    case .read, .trace:
      let start = reader.position
      try reader.text(name, &value)
      if direction == .trace, reader.position > start {
        emit(name, -1, -1, start, .text(Array(value.bytes.prefix(Self.maxCharacters))))
      }
    case .write: try writer.text(name, &value)
    // Always terminated: a text that ends with its region can only be the last element.
    case .generate: value = TerminatedString(bytes: generator.characters())
    case .edit: break
    }
  }

  public mutating func fourCC(_ name: StaticString, _ value: inout FourCC, at i: Int) throws(SyntaxError) {
    if direction != .trace { return try u(name, &value.rawValue, bits: 32, at: i) }
    let start = reader.position
    try reader.fourCC(name, &value, at: i)
    emit(name, i, -1, start, .code(value))
  }

  @inlinable public mutating func fixedPoint<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, fraction: Int, at i: Int
  ) throws(SyntaxError) {
    let start = beginReal()
    try u(name, &value, bits: count, at: i)
    endReal(name, i, start, .fixedPoint(.init(value), fraction: fraction))
  }

  @inlinable public mutating func fixedPoint<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, fraction: Int, at i: Int
  ) throws(SyntaxError) {
    let start = beginReal()
    try self.i(name, &value, bits: count, at: i)
    endReal(name, i, start, .fixedPoint(.init(value), fraction: fraction))
  }

  /// The bits of an IEEE 754 double, so that every NaN is preserved.
  public mutating func floatingPoint(_ name: StaticString, _ bitPattern: inout UInt64) throws(SyntaxError) {
    let start = beginReal()
    try u(name, &bitPattern, bits: 64)
    endReal(name, -1, start, .floatingPoint(Double(bitPattern: bitPattern)))
  }

  /// Keeps the integer itself from the sink.
  @usableFromInline mutating func beginReal() -> (bit: Int, wasMuted: Bool) {
    defer { isMuted = true }
    return (reader.position, isMuted)
  }

  @usableFromInline mutating func endReal(
    _ name: StaticString, _ i: Int, _ start: (bit: Int, wasMuted: Bool), _ value: TraceElement.Value
  ) {
    isMuted = start.wasMuted
    emit(name, i, -1, start.bit, value)
  }
}

// MARK: - Ends

extension SyntaxCoder {
  public mutating func rbspTrailingBits(_ trailing: inout [UInt8]) throws(SyntaxError) {
    switch direction {
    case .read: try reader.rbspTrailingBits(&trailing)
    case .trace:
      for _ in 0..<reader.noteSurplusZeros() { try fixed("surplus_zero_bit", 0, bits: 1) }
      try fixed("rbsp_stop_one_bit", 1, bits: 1)
      while !isByteAligned { try fixed("rbsp_alignment_zero_bit", 0, bits: 1) }
      let count = reader.bitsLeft >> 3
      if count > 0 { reader.noteTrailingBytes(count) }
      try bytes("trailing_bytes", &trailing, count: count)
    case .write: try writer.rbspTrailingBits(&trailing)
    case .generate: trailing = generator.upTo(3) == 0 ? [0, 0] : []
    case .edit: break
    }
  }

  public mutating func payloadTrailingBits(_ tail: inout BitString, always: Bool) throws(SyntaxError) {
    switch direction {
    case .read: try reader.payloadTrailingBits(&tail, always: always)
    case .trace: try tracePayloadTrailingBits(&tail, always: always)
    case .write: try writer.payloadTrailingBits(&tail, always: always)
    case .generate: tail = .empty
    case .edit: break
    }
  }

  private mutating func tracePayloadTrailingBits(_ tail: inout BitString, always: Bool) throws(SyntaxError) {
    if reader.isAtPayloadTrailingBits(always: always) {
      tail = .empty
      try fixed("payload_bit_equal_to_one", 1, bits: 1)
      while !isByteAligned { try fixed("payload_bit_equal_to_zero", 0, bits: 1) }
      return
    }
    let start = reader.position
    try reader.payloadTrailingBits(&tail, always: always)
    emit(tail, "reserved_payload_extension_data", start)
  }
}
