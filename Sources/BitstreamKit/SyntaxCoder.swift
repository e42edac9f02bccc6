/// What walks the elements of a structure: a reader, a writer, a tracer, a generator.
///
/// A `syntax` function does not know which. It hands over each element with its name in the specification's spelling, a place to
/// hold the value, its width or code, and its legal range; `at:` gives the indices of an element that is an array in the
/// specification. What is done with a value out of range is the coder's policy, except where the value sizes something that comes
/// later (`sizing: true`): that ends the walk under every policy.
public protocol SyntaxCoder {
  /// True when the coder makes the values, false when it takes them. For the words below; a structure never asks.
  static var _fills: Bool { get }
  /// True when the coder takes the values and may leave others in their place, which the words below then put back into the model.
  static var _edits: Bool { get }

  // MARK: Elements

  /// u(n): an unsigned number of `bits` bits, most significant first.
  mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError)
  /// i(n): a signed number in two's complement of `bits` bits.
  mutating func i<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError)
  /// ue(v): unsigned Exp-Golomb (H.264 9.1).
  mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError)
  /// se(v): signed Exp-Golomb (H.264 9.1.1).
  mutating func se<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError)
  /// A number as a run of bytes 0xFF, 255 each, and a last byte that is smaller (SEI payload types and sizes, H.264 7.3.2.3.1).
  mutating func ffCoded(_ name: StaticString, _ value: inout UInt32) throws(SyntaxError)
  /// f(n): a fixed pattern. The model holds nothing for it, so another pattern ends the walk.
  mutating func fixed(_ name: StaticString, _ pattern: UInt64, bits: Int) throws(SyntaxError)
  /// `count` bytes as they are.
  mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError)
  /// All bits up to the end of the region, with the alignment that they have: slice data, extensions nobody knows.
  mutating func rest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError)
  /// A table of `count` rows that may be large: kept packed, a row is decoded when it is looked at.
  mutating func table<Row>(_ name: StaticString, _ value: inout PackedTable<Row>, count: Int) throws(SyntaxError)

  // MARK: Structure

  /// A structure inside this one, for the path of errors and the nesting of traces.
  mutating func structure(_ name: StaticString, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError)
  /// A region whose size in bytes stands before it. `body` names all of it: where the specification leaves room for more, it ends
  /// with `rest`. Bits that no element claims are an error, for the model could not give them back.
  mutating func sized(_ size: SizeCoding, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError)
  /// The region ends here: bits that are left are an error.
  mutating func regionEnd(_ name: StaticString) throws(SyntaxError)
  /// more_rbsp_data( ) (H.264 7.2): whether anything stands before the trailing bits. `held`: whether the model goes on.
  mutating func moreRBSPData(_ held: Bool) throws(SyntaxError) -> Bool
  /// Whether any byte is left in the region. `held`: whether the model goes on.
  mutating func moreBytes(_ held: Bool) -> Bool
  /// All bits up to the trailing bits: extension data flags, extensions nobody knows.
  mutating func rbspRest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError)
  /// Whether the region has at least `atLeast` bits left and the first `bits` of them (1 to 57) are `pattern`: for the few parts that
  /// announce themselves by a code word and not by a flag. `held`: whether the model goes on.
  mutating func upcoming(_ pattern: UInt64, bits: Int, atLeast: Int, _ held: Bool) -> Bool
  /// rbsp_trailing_bits( ) (H.264 7.3.2.11): a one, then zeros up to a byte; what follows is kept (cabac_zero_words, stray bytes).
  mutating func rbspTrailingBits(_ trailing: inout [UInt8]) throws(SyntaxError)
  /// The end of an SEI payload (H.264 7.3.2.3.1, H.265 D.2.1): nothing where the payload ends with a byte, else a one and zeros up to
  /// the byte. `tail` holds what is neither; `always`: the payload has an extension, behind which the one must stand in any case.
  mutating func payloadTrailingBits(_ tail: inout BitString, always: Bool) throws(SyntaxError)
  /// byte_aligned( ).
  var isByteAligned: Bool { get }
  /// One way to understand the bits and, where they contradict it, another that keeps them all the same. `held`: whether the model
  /// holds what `body` names. A reader that has to take the other way goes back to where it was and records the error as a finding
  /// under every policy, for nothing is lost by it; a generator draws what `body` names.
  mutating func attempt<V>(
    _ held: Bool, _ value: inout V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void,
    otherwise: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError)

  // MARK: For the words below

  /// A reader refuses a count that the bits left cannot hold, before anything is allocated.
  mutating func _require(_ name: StaticString, count: Int, atLeast bits: Int) throws(SyntaxError)
  /// A generator says how long an open-ended list shall be; the others follow the bits or the model.
  mutating func _openLength(_ held: Int) -> Int?
  /// The error of a model that contradicts itself, at this place.
  func _inconsistent(_ name: StaticString, _ why: String) -> SyntaxError
  /// The error of bits that contradict the specification, at this place.
  func _malformed(_ name: StaticString, _ reason: SyntaxError.Reason) -> SyntaxError
}

/// How the size of a region is coded in front of it.
public enum SizeCoding: Sendable {
  /// An unsigned number of `bits` bits that counts the region's bytes and `adding` more.
  case u(StaticString, bits: Int, adding: Int = 0)
  /// A run of bytes 0xFF, 255 each, and a last one that is smaller.
  case ff(StaticString)
}

// MARK: - Shorthands

extension SyntaxCoder {
  @inlinable public static var _edits: Bool { false }

  /// u(n) without a range of its own: whatever `bits` bits can hold.
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

  /// i(n) without a range of its own.
  @inlinable @inline(__always) public mutating func i<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits: Int, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    let upper = bits >= T.bitWidth ? T.max : (1 << T(truncatingIfNeeded: bits &- 1)) &- 1
    try self.i(name, &value, bits: bits, in: (-1 - upper)...upper, at: i, j)
  }

  /// ue(v); its range is 0 to 2^32 − 2 where the specification names none.
  @inlinable @inline(__always) public mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try ue(name, &value, in: range, sizing: false, at: i, j)
  }

  /// ue(v) over its whole range.
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

  /// se(v) over its whole range.
  @inlinable @inline(__always) public mutating func se(
    _ name: StaticString, _ value: inout Int32, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try se(name, &value, in: -0x7FFF_FFFF...0x7FFF_FFFF, at: i, j)
  }

  /// u(1) as a truth value.
  @inlinable @inline(__always) public mutating func flag(
    _ name: StaticString, _ value: inout Bool, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    var bit: UInt8 = value ? 1 : 0
    try u(name, &bit, bits: 1, in: 0...1, sizing: false, at: i, j)
    if Self._fills || Self._edits { value = bit != 0 }
  }

  /// Bits of one fixed value up to the next byte: alignment_bit_equal_to_zero and its like.
  @inlinable public mutating func align(_ name: StaticString, with bit: UInt64) throws(SyntaxError) {
    while !isByteAligned { try fixed(name, bit, bits: 1) }
  }

  /// A structure of its own type inside this one.
  @inlinable @inline(__always) public mutating func nested<S: Syntax>(_ value: inout S) throws(SyntaxError) {
    // The body works on a local, so that no closure captures an inout: exclusivity is proved at compile time.
    try structure(S.structureName, &value) { (c, s) throws(SyntaxError) in try s.syntax(&c) }
  }

  /// A structure that needs a value passed along.
  @inlinable @inline(__always) public mutating func structure<V>(
    _ name: StaticString, _ value: inout V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    try structure(name) { (c) throws(SyntaxError) in try body(&c, &value) }
  }
}

// MARK: - Presence

extension SyntaxCoder {
  /// A part that stands where `condition` holds and only there: nil elsewhere.
  @inlinable @inline(__always) public mutating func when<V>(
    _ condition: Bool, _ value: inout V?, _ initial: @autoclosure () -> V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if Self._fills {
      guard condition else {
        value = nil
        return
      }
      var part = initial()
      try body(&self, &part)
      value = part
    } else if Self._edits {
      guard condition else {
        value = nil
        return
      }
      var part = value ?? initial()
      try body(&self, &part)
      value = part
    } else if condition {
      guard var part = value else { throw _inconsistent("", "a part that must be present is nil") }
      try body(&self, &part)
    } else if value != nil {
      throw _inconsistent("", "a part that must be absent is set")
    }
  }

  /// A part behind its own presence flag.
  @inlinable @inline(__always) public mutating func optional<V>(
    _ flagName: StaticString, _ value: inout V?, at i: Int = -1, _ initial: @autoclosure () -> V,
    _ body: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    var present = value != nil
    try flag(flagName, &present, at: i)
    try when(present, &value, initial(), body)
  }

  /// A structure behind its own presence flag.
  @inlinable @inline(__always) public mutating func optional<S: Syntax>(
    _ flagName: StaticString, _ value: inout S?, at i: Int = -1
  ) throws(SyntaxError) {
    try optional(flagName, &value, at: i, S()) { (c, s) throws(SyntaxError) in try c.nested(&s) }
  }

  /// u(n) where `condition` holds.
  @inlinable @inline(__always) public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T?, bits: Int, when condition: Bool, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try when(condition, &value, 0) { (c, v) throws(SyntaxError) in try c.u(name, &v, bits: bits, at: i, j) }
  }

  /// u(n) with its legal range where `condition` holds.
  @inlinable @inline(__always) public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T?, bits: Int, in range: ClosedRange<T>, when condition: Bool, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try when(condition, &value, 0) { (c, v) throws(SyntaxError) in try c.u(name, &v, bits: bits, in: range, at: i, j) }
  }

  /// ue(v) with its legal range where `condition` holds.
  @inlinable @inline(__always) public mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>, when condition: Bool, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try when(condition, &value, 0) { (c, v) throws(SyntaxError) in try c.ue(name, &v, in: range, at: i, j) }
  }

  /// se(v) with its legal range where `condition` holds.
  @inlinable @inline(__always) public mutating func se<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T?, in range: ClosedRange<T>, when condition: Bool, at i: Int = -1
  ) throws(SyntaxError) {
    try when(condition, &value, 0) { (c, v) throws(SyntaxError) in try c.se(name, &v, in: range, at: i) }
  }

  /// A flag where `condition` holds.
  @inlinable @inline(__always) public mutating func flag(
    _ name: StaticString, _ value: inout Bool?, when condition: Bool, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) {
    try when(condition, &value, false) { (c, v) throws(SyntaxError) in try c.flag(name, &v, at: i, j) }
  }
}

// MARK: - Announced parts and what is left

extension SyntaxCoder {
  /// A part behind a code word of its own, there where `condition` holds, at least `atLeast` bits are left and the code word is the
  /// first of them.
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

  /// All bits up to the end of a region of whole bytes, where a structure of any number of bits ends in it. Zero bits that fill
  /// the last byte, at most seven, are written and not kept.
  @inlinable public mutating func restAndPadding(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) {
    if Self._fills {
      try rest(name, &value)
      // A model that is drawn stands at no place yet: it ends in a one, whose place the padding cannot shift.
      value = value.withoutLastZeros(atMost: _openLength(0) == nil ? 7 : Int.max)
    } else {
      try rest(name, &value)
      try align(name, with: 0)
    }
  }
}

// MARK: - Lists

extension SyntaxCoder {
  /// The number of a list's elements as u(n); the coded value is `minus` smaller. Legal values are those of `range`, as coded.
  @inlinable @inline(__always) public mutating func count(
    _ name: StaticString, _ held: Int, minus: Int = 0, bits: Int, in range: ClosedRange<UInt32>? = nil
  ) throws(SyntaxError) -> Int {
    let whole: ClosedRange<UInt32> = 0...(bits >= 32 ? UInt32.max : (1 << UInt32(truncatingIfNeeded: bits)) &- 1)
    guard var coded = Self._fills ? 0 : UInt32(exactly: held - minus) else { throw _inconsistent(name, "the list has \(held) elements") }
    try u(name, &coded, bits: bits, in: range ?? whole, sizing: true, at: -1, -1)
    return Int(truncatingIfNeeded: coded) + minus
  }

  /// The number of a list's elements as ue(v); the coded value is `minus` smaller. Legal values are those of `range`, as coded.
  @inlinable @inline(__always) public mutating func ueCount(
    _ name: StaticString, _ held: Int, minus: Int = 0, in range: ClosedRange<UInt32>, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) -> Int {
    guard var coded = Self._fills ? 0 : UInt32(exactly: held - minus) else { throw _inconsistent(name, "the list has \(held) elements") }
    try ue(name, &coded, in: range, sizing: true, at: i, j)
    return Int(truncatingIfNeeded: coded) + minus
  }

  /// A list of `count` elements of at least `bits` bits each: a count that the bits left cannot hold is refused before it is believed.
  @inlinable @inline(__always) public mutating func list<E>(
    _ name: StaticString, _ values: inout [E], count: Int, atLeast bits: Int, _ initial: @autoclosure () -> E,
    _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if Self._fills {
      try _require(name, count: count, atLeast: bits)
      values.removeAll(keepingCapacity: true)
      var index = 0
      while index < count {
        var element = initial()
        try body(&self, &element, index)
        values.append(element)
        index += 1
      }
    } else {
      if Self._edits {
        try _require(name, count: count, atLeast: bits)
        while values.count < count { values.append(initial()) }
        if values.count > count { values.removeLast(values.count - max(0, count)) }
      }
      guard values.count == count else { throw _inconsistent(name, "the list has \(values.count) elements and not \(count)") }
      var index = 0
      while index < count {
        var element = values[index]
        try body(&self, &element, index)
        if Self._edits { values[index] = element }
        index += 1
      }
    }
  }

  /// A list that goes on as long as the region has bytes.
  @inlinable @inline(__always) public mutating func listToEnd<E>(
    _ values: inout [E], _ initial: @autoclosure () -> E, _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if Self._fills {
      values.removeAll(keepingCapacity: true)
      let wanted = _openLength(0)
      while wanted.map({ values.count < $0 }) ?? moreBytes(false) {
        var element = initial()
        try body(&self, &element, values.count)
        values.append(element)
      }
    } else {
      for index in values.indices {
        var element = values[index]
        try body(&self, &element, index)
        if Self._edits { values[index] = element }
      }
    }
  }

  /// A list behind which a terminator stands, an element of its own kind. A region that ends without one is legal here:
  /// `isTerminated` says which it was.
  @inlinable public mutating func listUntil<E: Equatable>(
    _ terminator: E, _ values: inout [E], isTerminated: inout Bool, _ initial: @autoclosure () -> E,
    _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if Self._fills {
      values.removeAll(keepingCapacity: true)
      let wanted = _openLength(0)
      isTerminated = wanted != nil
      while wanted.map({ values.count < $0 }) ?? moreBytes(false) {
        var element = initial()
        try body(&self, &element, values.count)
        if element == terminator {
          isTerminated = true
          return
        }
        values.append(element)
      }
    } else {
      for index in values.indices {
        var element = values[index]
        try body(&self, &element, index)
        if Self._edits { values[index] = element }
      }
      if isTerminated {
        var last = terminator
        try body(&self, &last, values.count)
      }
    }
  }

  /// A list that ends behind the element for which `body` says so. Longer than `most` is over the limit.
  @inlinable @inline(__always) public mutating func listThrough<E>(
    _ name: StaticString, _ values: inout [E], most: Int, _ initial: @autoclosure () -> E,
    _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Bool
  ) throws(SyntaxError) {
    if Self._fills {
      values.removeAll(keepingCapacity: true)
      while true {
        if values.count == most { throw _malformed(name, .overLimit("more than \(most) elements")) }
        var element = initial()
        let isLast = try body(&self, &element, values.count)
        values.append(element)
        if isLast { return }
      }
    } else {
      if values.isEmpty || values.count > most { throw _inconsistent(name, "the list has \(values.count) elements") }
      for index in values.indices {
        var element = values[index]
        let isLast = try body(&self, &element, index)
        if Self._edits { values[index] = element }
        if isLast != (index == values.count - 1) { throw _inconsistent(name, "the list does not end where its elements say") }
      }
    }
  }

  /// A list behind which a terminator must stand, an element of its own kind that is no part of the list. Longer than `most` is
  /// over the limit.
  @inlinable @inline(__always) public mutating func terminatedList<E: Equatable>(
    _ name: StaticString, by terminator: E, _ values: inout [E], most: Int, _ body: (inout Self, inout E) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if Self._fills {
      values.removeAll(keepingCapacity: true)
      while true {
        var element = terminator
        try body(&self, &element)
        if element == terminator { return }
        if values.count == most { throw _malformed(name, .overLimit("more than \(most) elements")) }
        values.append(element)
      }
    } else {
      if values.count > most { throw _inconsistent(name, "the list has \(values.count) elements") }
      for index in values.indices {
        var element = values[index]
        if element == terminator { throw _inconsistent(name, "the list holds its own terminator") }
        try body(&self, &element)
        if Self._edits { values[index] = element }
      }
      var last = terminator
      try body(&self, &last)
    }
  }

  /// A list with a number before each element that says `marker`; the first other number ends the list and is `last`.
  @inlinable public mutating func listWhile<T: FixedWidthInteger & UnsignedInteger, E>(
    _ name: StaticString, is marker: T, bits: Int, _ values: inout [E], last: inout T, _ initial: @autoclosure () -> E,
    _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if Self._fills {
      values.removeAll(keepingCapacity: true)
      let wanted = _openLength(0)
      while true {
        // A generator draws numbers that end the list and says apart from them how long it is.
        if wanted == nil || values.count == wanted { try u(name, &last, bits: bits) } else { last = marker }
        if last != marker { return }
        if let wanted, values.count >= wanted { continue }
        var element = initial()
        try body(&self, &element, values.count)
        values.append(element)
      }
    } else {
      if last == marker { throw _inconsistent(name, "the number that ends the list is the one that goes on with it") }
      for index in values.indices {
        var more = marker
        try u(name, &more, bits: bits)
        var element = values[index]
        try body(&self, &element, index)
        if Self._edits { values[index] = element }
      }
      try u(name, &last, bits: bits)
    }
  }
}
