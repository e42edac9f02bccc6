/// Generates a random legal model: values within their ranges with a preference for the bounds, short lists, shallow nesting.
///
/// The result depends only on the seed, so a failing test can be reproduced from its seed. It produces a model and no bytes: write the
/// model and read it back.
package struct Generator {
  private var state: UInt64
  private var depth = 0

  /// Creates a generator with a seed.
  package init(seed: UInt64) { state = seed }

  /// Generates a model of type `S`.
  /// - Throws: if a structure rejects the generated values; another seed may succeed.
  package mutating func draw<S: Syntax>(_ type: S.Type) throws(SyntaxError) -> S {
    var value = S()
    try nested(&value)
    return value
  }

  /// Fills a model.
  /// - Throws: if the structure rejects the generated values; another seed may succeed.
  package mutating func nested<S: Syntax>(_ value: inout S) throws(SyntaxError) {
    var coder = SyntaxCoder(generating: self)
    defer { self = coder.generator }
    try coder.nested(&value)
  }

  /// Returns the next number of the sequence (SplitMix64, Steele, Lea and Flood 2014).
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// Returns a number from 0 to `most`.
  package mutating func upTo(_ limit: UInt64) -> UInt64 { limit == .max ? next() : next() % (limit + 1) }

  /// Returns an offset from 0 to `span`, with a preference for the bounds and small numbers.
  private mutating func drawOffset(_ span: UInt64) -> UInt64 {
    switch upTo(7) {
    case 0: 0
    case 1: span
    case 2, 3, 4: min(span, upTo(8))
    default: upTo(span)
    }
  }
}

// MARK: - Elements

extension Generator {
  /// Returns a number in the range; one that determines a size is small, and smaller with deeper nesting.
  mutating func number(in range: ClosedRange<UInt64>, sizing: Bool = false) -> UInt64 {
    let span = range.upperBound - range.lowerBound
    return range.lowerBound + (sizing ? upTo(min(span, UInt64(max(0, 5 - depth)))) : drawOffset(span))
  }

  /// Returns a signed number in the range.
  mutating func number(in range: ClosedRange<Int64>) -> Int64 {
    let span = UInt64(bitPattern: range.upperBound) &- UInt64(bitPattern: range.lowerBound)
    return Int64(bitPattern: UInt64(bitPattern: range.lowerBound) &+ drawOffset(span))
  }

  mutating func ffCoded() -> UInt32 { UInt32(truncatingIfNeeded: upTo(3) == 0 ? upTo(1000) : upTo(255)) }

  mutating func bytes(count: Int) -> [UInt8] {
    (0..<max(0, count)).map { _ in upTo(3) == 0 ? 0 : UInt8(truncatingIfNeeded: next()) }
  }

  mutating func characters() -> [UInt8] { (0..<Int(upTo(9))).map { _ in UInt8(0x20 + upTo(0x5E)) } }

  mutating func flip() -> Bool { upTo(1) == 1 }

  /// Returns the length of a list without a count.
  mutating func openLength() -> Int { Int(upTo(UInt64(max(0, 4 - depth)))) }

  /// Enters a structure.
  mutating func begin(_ name: StaticString) throws(SyntaxError) {
    if depth >= BitReader.deepest { throw SyntaxError(.inconsistent("too deep"), element: name.description) }
    depth += 1
  }

  /// Leaves a structure.
  mutating func end() { depth -= 1 }
}
