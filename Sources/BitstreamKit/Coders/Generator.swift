/// Draws a legal model: values from their ranges, edges more often than the middle, lists short, deep structures flat.
///
/// What it draws depends on the seed alone, so a test that fails says which seed to look at. It makes a model and no bytes: write
/// the model and read it back.
public struct Generator: SyntaxCoder {
  @inlinable public static var _fills: Bool { true }

  private var state: UInt64
  private var depth = 0

  /// A generator whose draws follow from `seed`.
  public init(seed: UInt64) { state = seed }

  /// A model of type `S`.
  /// - Throws: where a structure refuses what was drawn; another seed may do.
  public mutating func draw<S: Syntax>(_ type: S.Type) throws(SyntaxError) -> S {
    var value = S()
    try nested(&value)
    return value
  }

  /// The next number of the sequence (SplitMix64, Steele, Lea and Flood 2014).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number from 0 to `most`.
  public mutating func upTo(_ most: UInt64) -> UInt64 { most == .max ? next() : next() % (most + 1) }

  /// An offset from 0 to `span`: the edges and small numbers often, anything sometimes.
  private mutating func drawOffset(_ span: UInt64) -> UInt64 {
    switch upTo(7) {
    case 0: 0
    case 1: span
    case 2, 3, 4: min(span, upTo(8))
    default: upTo(span)
    }
  }

  private mutating func draw<T: FixedWidthInteger>(in range: ClosedRange<T>) -> T {
    let lower = UInt64(truncatingIfNeeded: range.lowerBound)
    return T(truncatingIfNeeded: lower &+ drawOffset(UInt64(truncatingIfNeeded: range.upperBound) &- lower))
  }
}

extension Generator {
  public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let most = count >= T.bitWidth ? T.max : (1 << T(max(0, count))) - 1
    guard range.lowerBound <= most else { throw _inconsistent(name, "\(count) bits cannot hold \(range.lowerBound)") }
    let upper = min(range.upperBound, most)
    value =
      sizing
      ? range.lowerBound + T(truncatingIfNeeded: upTo(UInt64(min(upper - range.lowerBound, T(max(0, 5 - depth))))))
      : draw(in: range.lowerBound...upper)
  }

  public mutating func i<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let most = count >= T.bitWidth ? T.max : (1 << T(max(1, count) - 1)) - 1
    value = draw(in: max(range.lowerBound, -most - 1)...min(range.upperBound, most))
  }

  public mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    try u(name, &value, bits: T.bitWidth, in: range, sizing: sizing, at: i, j)
  }

  public mutating func se<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    value = draw(in: range)
  }

  public mutating func ffCoded(_ name: StaticString, _ value: inout UInt32) throws(SyntaxError) {
    value = UInt32(truncatingIfNeeded: upTo(3) == 0 ? upTo(1000) : upTo(255))
  }

  public mutating func fixed(_ name: StaticString, _ pattern: UInt64, bits count: Int) throws(SyntaxError) {}

  public mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError) {
    if count > 1 << 20 { throw _inconsistent(name, "\(count) bytes are more than a generator draws") }
    value = (0..<max(0, count)).map { _ in upTo(3) == 0 ? 0 : UInt8(truncatingIfNeeded: next()) }
  }

  public mutating func rest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) {
    var drawn: [UInt8] = []
    try bytes(name, &drawn, count: Int(upTo(9)))
    value = BitString(bytes: drawn)
  }

  public mutating func table<Row>(
    _ name: StaticString, _ value: inout PackedTable<Row>, count: Int, layout: UInt32
  ) throws(SyntaxError) {
    try _require(name, count: count, atLeast: 0)
    value = PackedTable(layout: layout)
    for index in 0..<max(0, count) {
      var row = Row()
      try row.syntax(&self, layout: layout, at: index)
      value.append(row)
    }
  }

  /// Always terminated: what ends with its region can only stand at the end.
  public mutating func text(_ name: StaticString, _ value: inout TerminatedString) throws(SyntaxError) {
    value = TerminatedString(bytes: (0..<Int(upTo(9))).map { _ in UInt8(0x20 + upTo(0x5E)) })
  }

  public mutating func structure(_ name: StaticString, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError) {
    depth += 1
    defer { depth -= 1 }
    if depth > BitReader.deepest { throw _inconsistent(name, "too deep") }
    do { try body(&self) } catch { throw error.inside(name) }
  }

  public mutating func sized(_ size: SizeCoding, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError) {
    try body(&self)
  }

  public mutating func attempt<V>(
    _ held: Bool, _ value: inout V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void,
    otherwise: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    try body(&self, &value)
  }

  /// Always the longest form, which any region fits.
  public mutating func expandable(
    _ name: StaticString, _ taken: inout UInt8, _ body: (inout Self) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    taken = 4
    try body(&self)
  }

  public mutating func _fitting(_ held: Int, bytes: Int) -> Int { bytes > 0 ? Int(upTo(4)) : 0 }
  public mutating func regionEnd(_ name: StaticString) throws(SyntaxError) {}
  public mutating func moreRBSPData(_ held: Bool) throws(SyntaxError) -> Bool { upTo(1) == 1 }
  public mutating func moreBytes(_ held: Bool) -> Bool { upTo(1) == 1 }
  public mutating func rbspRest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) { try rest(name, &value) }
  public mutating func upcoming(_ pattern: UInt64, bits: Int, ahead: Int, atLeast: Int, _ held: Bool) -> Bool { upTo(1) == 1 }
  public mutating func rbspTrailingBits(_ trailing: inout [UInt8]) throws(SyntaxError) { trailing = upTo(3) == 0 ? [0, 0] : [] }
  public mutating func payloadTrailingBits(_ tail: inout BitString, always: Bool) throws(SyntaxError) { tail = .empty }
  /// Nobody can know before it is written, so a structure must not let anything hang on it that is coded.
  public var isByteAligned: Bool { true }

  public mutating func _require(_ name: StaticString, count: Int, atLeast bits: Int) throws(SyntaxError) {
    if count > 1 << 16 { throw _inconsistent(name, "\(count) elements are more than a generator draws") }
  }
  public mutating func _openLength(_ held: Int) -> Int? { Int(upTo(UInt64(max(0, 4 - depth)))) }
  public func _inconsistent(_ name: StaticString, _ why: String) -> SyntaxError {
    SyntaxError(.inconsistent(why), element: name.description)
  }
  public func _malformed(_ name: StaticString, _ reason: SyntaxError.Reason) -> SyntaxError {
    SyntaxError(reason, element: name.description)
  }
}
