/// Reads elements from bytes in memory: an RBSP, a tag, a box.
///
/// In strict mode the reader throws at the first value out of range; in lenient mode it records a finding and continues, unless the value
/// determines the size of something. It never reads past its bytes, never traps, and allocates no more than the bytes contain.
public struct BitReader: ElementCoder {
  /// The policy for values that the specification does not allow.
  public enum Policy: Sendable {
    /// Throw.
    case strict
    /// Record a finding and continue if possible.
    case lenient
  }

  /// The maximum number of findings recorded by a lenient reader.
  public static let maxFindings = 64

  @inlinable public var _fills: Bool { true }

  @usableFromInline let bytes: [UInt8]
  @usableFromInline var position: Int
  @usableFromInline var end: Int
  @usableFromInline let map: SourceMap
  @usableFromInline let policy: Policy
  @usableFromInline var depth = 0
  /// The number of bytes of the region after those that the reader was given.
  @usableFromInline var beyond = 0
  /// The position of the last one bit in the region that ends at `lastOneEnd`: the start of the trailing bits.
  @usableFromInline var lastOne = -1
  @usableFromInline var lastOneEnd = -1
  /// Bytes of memory that the elements of lists take so far.
  @usableFromInline var heldBytes = 0
  /// The most memory that the elements of lists take, in bytes: a list of small values can take 18 times its coded bytes.
  public static let maxHeldBytes = 12 << 20
  /// What a lenient reader let pass.
  public internal(set) var findings: [SyntaxError] = []

  /// Creates a reader of all of `bytes`.
  /// - Parameter fileOffset: the file offset of the bytes, for errors.
  @inlinable public init(_ bytes: [UInt8], policy: Policy = .strict, fileOffset: UInt64? = nil) {
    self.init(bytes, 0..<bytes.count, policy: policy, map: SourceMap(fileOffset: fileOffset))
  }

  /// Creates a reader of `range` of `bytes`, with file positions given by `map`. The range is clamped to the bytes.
  @inlinable public init(_ bytes: [UInt8], _ range: Range<Int>, policy: Policy = .strict, map: SourceMap = SourceMap(fileOffset: nil)) {
    self.bytes = bytes
    let inside = range.clamped(to: 0..<bytes.count)
    position = inside.lowerBound * 8
    end = inside.upperBound * 8
    self.policy = policy
    self.map = map
  }

  /// Creates a reader of the first bytes of a region of `total` bytes. A table that extends beyond them is left unread: the model records
  /// its offset and row count. Any other element beyond them is an error.
  public init(heading bytes: [UInt8], of total: UInt64, policy: Policy = .strict, fileOffset: UInt64? = nil) {
    self.init(bytes, policy: policy, fileOffset: fileOffset)
    beyond = Int(clamping: total) - min(bytes.count, Int(clamping: total))
  }

  /// The position of the next bit, from the first bit of the bytes.
  @inlinable public var bitPosition: Int { position }
  /// The number of bits left in the region.
  @inlinable public var bitsLeft: Int { end - position }
  @inlinable public var isByteAligned: Bool { position & 7 == 0 }
  /// Returns the file offset of a bit's byte, if known.
  @inlinable public func fileByte(ofBit bit: Int) -> UInt64? { map.fileByte(of: bit >> 3) }
}

// MARK: - Bits

extension BitReader {
  /// The 64 bits at `position`, zero past the end of the bytes; if `position` is not byte-aligned, up to 7 of the last bits are missing.
  @inlinable @inline(__always) func window() -> UInt64 { window(at: position) }

  /// The same for any bit position.
  @inlinable @inline(__always) func window(at bit: Int) -> UInt64 {
    bytes.bigEndian64(at: bit >> 3) &<< UInt64(truncatingIfNeeded: bit & 7)
  }

  /// Reads `count` bits, 0 to 64, which must be available.
  @inlinable @inline(__always) mutating func take(_ count: Int) -> UInt64 {
    if count <= 0 { return 0 }
    if count <= 57 {
      let value = window() &>> UInt64(truncatingIfNeeded: 64 &- count)
      position &+= count
      return value
    }
    let high = window() &>> 32
    position &+= 32
    let low = window() &>> UInt64(truncatingIfNeeded: 96 &- count)
    position &+= count &- 32
    return high &<< UInt64(truncatingIfNeeded: count &- 32) | low
  }

  @inlinable @inline(__always) mutating func bits(_ name: StaticString, _ count: Int, _ i: Int, _ j: Int) throws(SyntaxError) -> UInt64 {
    if count > end &- position { throw truncated(name, i, j, needed: count) }
    return take(count)
  }

  /// Reads the codeNum of an Exp-Golomb codeword (H.264 9.1).
  @inlinable @inline(__always) mutating func codeNum(_ name: StaticString, _ i: Int, _ j: Int) throws(SyntaxError) -> UInt64 {
    let ahead = window()
    let zeros = ahead.leadingZeroBitCount
    let length = 2 &* zeros &+ 1
    if zeros <= 28, length <= end &- position {
      position &+= length
      return (ahead &>> UInt64(truncatingIfNeeded: 64 &- length)) &- 1
    }
    return try longCodeNum(name, i, j)
  }

  @usableFromInline mutating func longCodeNum(_ name: StaticString, _ i: Int, _ j: Int) throws(SyntaxError) -> UInt64 {
    let start = position
    var zeros = 0
    while true {
      if position >= end {
        position = start
        throw truncated(name, i, j, needed: max(2 * zeros + 1, end - start + 1))
      }
      if take(1) == 1 { break }
      zeros += 1
      if zeros > 32 {
        position = start
        throw error(name, i, j, .malformed("an Exp-Golomb code with more than 32 leading zero bits"))
      }
    }
    if zeros > end - position {
      position = start
      throw truncated(name, i, j, needed: 2 * zeros + 1)
    }
    return (UInt64(1) << UInt64(zeros)) - 1 + take(zeros)
  }
}

// MARK: - Elements

extension BitReader {
  @inlinable @inline(__always) public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let start = position
    let read = try bits(name, count, i, j)
    try check(name, read, &value, range, sizing, start, i, j)
  }

  @inlinable @inline(__always) public mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let start = position
    let read = try codeNum(name, i, j)
    try check(name, read, &value, range, sizing, start, i, j)
  }

  @inlinable @inline(__always) mutating func check<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ read: UInt64, _ value: inout T, _ range: ClosedRange<T>, _ sizing: Bool, _ start: Int, _ i: Int, _ j: Int
  ) throws(SyntaxError) {
    if read < UInt64(truncatingIfNeeded: range.lowerBound) || read > UInt64(truncatingIfNeeded: range.upperBound) {
      let fatal = sizing || read > UInt64(truncatingIfNeeded: T.max)
      try refuse(
        name, .unsigned(read), .init(range.lowerBound), .init(range.upperBound), fatal: fatal, start, i, j)
    }
    value = T(truncatingIfNeeded: read)
  }

  @inlinable @inline(__always) public mutating func i<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let start = position
    let read = try bits(name, count, i, j)
    let unused = UInt64(truncatingIfNeeded: 64 &- count)
    try check(name, count <= 0 ? 0 : Int64(bitPattern: read &<< unused) &>> Int64(bitPattern: unused), &value, range, start, i, j)
  }

  @inlinable @inline(__always) public mutating func se<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let start = position
    let code = try codeNum(name, i, j)
    let half = Int64(truncatingIfNeeded: code &+ 1) &>> 1
    try check(name, code & 1 == 1 ? half : -half, &value, range, start, i, j)
  }

  @inlinable @inline(__always) mutating func check<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ read: Int64, _ value: inout T, _ range: ClosedRange<T>, _ start: Int, _ i: Int, _ j: Int
  ) throws(SyntaxError) {
    if read < Int64(truncatingIfNeeded: range.lowerBound) || read > Int64(truncatingIfNeeded: range.upperBound) {
      let fatal = read < Int64(truncatingIfNeeded: T.min) || read > Int64(truncatingIfNeeded: T.max)
      try refuse(name, .signed(read), .init(range.lowerBound), .init(range.upperBound), fatal: fatal, start, i, j)
    }
    value = T(truncatingIfNeeded: read)
  }

  @inlinable public mutating func ffCoded(_ name: StaticString, _ value: inout UInt32) throws(SyntaxError) {
    var sum: UInt32 = 0
    while true {
      let byte = UInt32(truncatingIfNeeded: try bits(name, 8, -1, -1))
      let (next, overflow) = sum.addingReportingOverflow(byte)
      if overflow { throw error(name, -1, -1, .overLimit("a number of more than 32 bits")) }
      sum = next
      if byte != 0xFF { break }
    }
    value = sum
  }

  @inlinable public mutating func fixed(_ name: StaticString, _ pattern: UInt64, bits count: Int) throws(SyntaxError) {
    let start = position
    let read = try bits(name, count, -1, -1)
    if read != pattern {
      position = start
      throw error(name, -1, -1, .outOfRange(.unsigned(read), lower: .unsigned(pattern), upper: .unsigned(pattern)))
    }
  }

  @inlinable public mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError) {
    if count < 0 || count > (end - position) >> 3 { throw truncated(name, -1, -1, needed: count < Int.max / 8 ? count * 8 : Int.max) }
    // What an array takes beside its elements.
    if count > 0 { try _hold(name, 32) }
    value = aligned(count)
  }

  /// Reads `count` bytes, which must be available.
  @usableFromInline mutating func aligned(_ count: Int) -> [UInt8] {
    defer { position += count * 8 }
    if isByteAligned { return Array(bytes[position >> 3..<position >> 3 + count]) }
    let first = position >> 3
    let shift = UInt8(position & 7)
    return (first..<first + count).map { bytes[$0] << shift | bytes[$0 + 1] >> (8 - shift) }
  }

  @inlinable public mutating func rest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) {
    let count = end - position
    let first = position >> 3
    value = count == 0 ? .empty : BitString(bytes: Array(bytes[first..<(end + 7) >> 3]), startBit: position & 7, count: count)
    position = end
  }
}

// MARK: - Structure

extension BitReader {
  /// The maximum nesting of structures: deeper than any specification, shallow enough for any stack.
  public static let deepest = 100

  @inlinable @inline(__always) public mutating func structure(
    _ name: StaticString, _ body: (inout Self) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    let found = findings.count
    depth &+= 1
    defer { depth &-= 1 }
    if depth > Self.deepest { throw error(name, -1, -1, .overLimit("more than \(Self.deepest) structures inside one another")) }
    do { try body(&self) } catch { throw error.inside(name) }
    if findings.count > found { enclose(from: found, name) }
  }

  @inlinable public mutating func sized(_ size: SizeCoding, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError) {
    let (name, bytes) = try readSize(size)
    let outer = try enter(name, bytes)
    try body(&self)
    try leave(name, outer)
  }

  /// Limits the region to the next `bytes` bytes and returns the previous end.
  @usableFromInline mutating func enter(_ name: StaticString, _ bytes: Int) throws(SyntaxError) -> Int {
    let outer = end
    if bytes > (end - position) >> 3 { throw truncated(name, -1, -1, needed: bytes > Int.max >> 3 ? Int.max : bytes << 3) }
    end = position + bytes << 3
    return outer
  }

  public mutating func regionEnd(_ name: StaticString) throws(SyntaxError) {
    if position != end { throw error(name, -1, -1, .malformed("\(end - position) bits of the region are left over")) }
  }

  @usableFromInline mutating func leave(_ name: StaticString, _ outer: Int) throws(SyntaxError) {
    try regionEnd(name)
    end = outer
  }

  @usableFromInline mutating func readSize(_ size: SizeCoding) throws(SyntaxError) -> (StaticString, Int) {
    switch size {
    case .u(let name, let count, let adding):
      let start = position
      let coded = try bits(name, count, -1, -1)
      guard coded >= UInt64(adding), let bytes = Int(exactly: coded - UInt64(adding)) else {
        position = start
        throw error(name, -1, -1, .malformed("a size of \(coded) bytes, the minimum is \(adding)"))
      }
      return (name, bytes)
    case .ff(let name):
      var coded: UInt32 = 0
      try ffCoded(name, &coded)
      guard let bytes = Int(exactly: coded) else { throw error(name, -1, -1, .overLimit("a size of \(coded) bytes")) }
      return (name, bytes)
    }
  }

  @inlinable public mutating func moreBytes(_ held: Bool) -> Bool { end - position >= 8 }

  @inlinable public mutating func upcoming(_ pattern: UInt64, bits count: Int, ahead: Int, atLeast: Int, _ held: Bool) -> Bool {
    if ahead < 0 || end - position - ahead < count || end - position < atLeast || count < 1 || count > 57 { return false }
    return window(at: position &+ ahead) &>> UInt64(truncatingIfNeeded: 64 &- count) == pattern
  }
}

// MARK: - SEI payload trailing bits

extension BitReader {
  /// Whether the region has only a one bit left, followed by zero bits to the end of its byte.
  @usableFromInline func isAtPayloadTrailingBits(always: Bool) -> Bool {
    let left = end - position
    if left < 1 || left > 8 || (left == 8 && !always) { return false }
    return window() &>> UInt64(truncatingIfNeeded: 64 &- left) == 1 << UInt64(truncatingIfNeeded: left &- 1)
  }

  public mutating func payloadTrailingBits(_ tail: inout BitString, always: Bool) throws(SyntaxError) {
    if isAtPayloadTrailingBits(always: always) {
      position = end
      tail = .empty
    } else if always, position == end {
      throw truncated("payload_bit_equal_to_one", -1, -1, needed: 1)
    } else {
      try rest("reserved_payload_extension_data", &tail)
    }
  }
}

// MARK: - Alternative syntaxes

extension BitReader {
  @inlinable public mutating func attempt<V>(
    _ held: Bool, _ value: inout V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void,
    otherwise: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    let before = self
    var tried = value
    do {
      try body(&self, &tried)
      value = tried
    } catch {
      self = before
      record(error)
      try otherwise(&self, &value)
    }
  }

  /// Records an error as a finding, up to the limit. A retry may fail with the same error, which is recorded once.
  @inline(never) @usableFromInline mutating func record(_ error: SyntaxError) {
    if findings.count < Self.maxFindings, findings.last != error { findings.append(error) }
  }
}

// MARK: - Errors

extension BitReader {
  @inlinable public mutating func _openLength(_ held: Int) -> Int? { nil }

  @inlinable public mutating func _require(_ name: StaticString, count: Int, atLeast bits: Int) throws(SyntaxError) {
    let (needed, overflow) = count.multipliedReportingOverflow(by: bits)
    if overflow || count < 0 || needed > end - position { throw truncated(name, -1, -1, needed: overflow ? Int.max : needed) }
  }

  @inlinable @inline(__always) public mutating func _hold(_ name: StaticString, _ bytes: Int) throws(SyntaxError) {
    heldBytes &+= bytes
    if heldBytes > Self.maxHeldBytes {
      throw error(name, -1, -1, .overLimit("lists whose elements take more than \(Self.maxHeldBytes >> 20) MiB of memory"))
    }
  }

  @inline(never) @usableFromInline func error(_ name: StaticString, _ i: Int, _ j: Int, _ reason: SyntaxError.Reason) -> SyntaxError {
    SyntaxError(reason, element: elementName(name, i, j), bitOffset: position, byteOffset: fileByte(ofBit: position))
  }

  @inline(never) @usableFromInline func truncated(_ name: StaticString, _ i: Int, _ j: Int, needed: Int) -> SyntaxError {
    error(name, i, j, .truncated(needed: needed, left: end - position))
  }

  @inline(never) @usableFromInline mutating func refuse(
    _ name: StaticString, _ value: ElementValue, _ lower: ElementValue, _ upper: ElementValue, fatal: Bool, _ start: Int, _ i: Int, _ j: Int
  ) throws(SyntaxError) {
    let error = SyntaxError(
      .outOfRange(value, lower: lower, upper: upper), element: elementName(name, i, j), bitOffset: start, byteOffset: fileByte(ofBit: start)
    )
    if fatal || policy == .strict { throw error }
    record(error)
  }

  @inline(never) @usableFromInline mutating func enclose(from first: Int, _ name: StaticString) {
    for index in first..<findings.count { findings[index] = findings[index].inside(name) }
  }

  public func _inconsistent(_ name: StaticString, _ why: String) -> SyntaxError { error(name, -1, -1, .inconsistent(why)) }
  public func _malformed(_ name: StaticString, _ reason: SyntaxError.Reason) -> SyntaxError { error(name, -1, -1, reason) }
}
