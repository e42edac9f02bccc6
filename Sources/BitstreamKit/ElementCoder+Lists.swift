// Lists: counted, or ended in one of the ways that specifications know.

extension ElementCoder {
  /// The number of a list's elements as u(n); the coded value is `minus` smaller. Legal values are those of `range`, as coded.
  @inlinable @inline(__always) public mutating func count(
    _ name: StaticString, _ held: Int, minus: Int = 0, bits: Int, in range: ClosedRange<UInt32>? = nil, at i: Int = -1
  ) throws(SyntaxError) -> Int {
    let whole: ClosedRange<UInt32> = 0...(bits >= 32 ? UInt32.max : (1 << UInt32(truncatingIfNeeded: bits)) &- 1)
    guard var coded = _fills ? 0 : UInt32(exactly: held - minus) else { throw _inconsistent(name, "the list has \(held) elements") }
    try u(name, &coded, bits: bits, in: range ?? whole, sizing: true, at: i, -1)
    return Int(truncatingIfNeeded: coded) + minus
  }

  /// The number of a list's elements as ue(v); the coded value is `minus` smaller. Legal values are those of `range`, as coded.
  @inlinable @inline(__always) public mutating func ueCount(
    _ name: StaticString, _ held: Int, minus: Int = 0, in range: ClosedRange<UInt32>, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) -> Int {
    guard var coded = _fills ? 0 : UInt32(exactly: held - minus) else { throw _inconsistent(name, "the list has \(held) elements") }
    try ue(name, &coded, in: range, sizing: true, at: i, j)
    return Int(truncatingIfNeeded: coded) + minus
  }

  /// A list of `count` elements of at least `bits` bits each: a count that the bits left cannot hold is refused before it is believed.
  @inlinable @inline(__always) public mutating func list<E>(
    _ name: StaticString, _ values: inout [E], count: Int, atLeast bits: Int, _ initial: @autoclosure () -> E,
    _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if _fills || _edits { try _require(name, count: count, atLeast: bits) }
    if _fills {
      try _hold(name, count &* MemoryLayout<E>.stride)
      values.removeAll(keepingCapacity: true)
    } else if _edits {
      while values.count < count { values.append(initial()) }
      if values.count > count { values.removeLast(values.count - max(0, count)) }
    }
    guard _fills || values.count == count else { throw _inconsistent(name, "the list has \(values.count) elements and not \(count)") }
    var index = 0
    while index < count {
      var element = _fills ? initial() : values[index]
      try body(&self, &element, index)
      if _fills { values.append(element) } else if _edits { values[index] = element }
      index += 1
    }
  }

  /// A list that goes on as long as the region has bytes.
  @inlinable @inline(__always) public mutating func listToEnd<E>(
    _ values: inout [E], _ initial: @autoclosure () -> E, _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if _fills {
      values.removeAll(keepingCapacity: true)
      let wanted = _openLength(0)
      while wanted.map({ values.count < $0 }) ?? moreBytes(false) {
        var element = initial()
        try _hold("element", MemoryLayout<E>.stride)
        try body(&self, &element, values.count)
        values.append(element)
      }
    } else {
      for index in values.indices {
        var element = values[index]
        try body(&self, &element, index)
        if _edits { values[index] = element }
      }
    }
  }

  /// A list behind which a terminator stands, an element of its own kind. A region that ends without one is legal here:
  /// `isTerminated` says which it was.
  @inlinable public mutating func listUntil<E: Equatable>(
    _ terminator: E, _ values: inout [E], isTerminated: inout Bool, _ initial: @autoclosure () -> E,
    _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if _fills {
      values.removeAll(keepingCapacity: true)
      let wanted = _openLength(0)
      isTerminated = wanted != nil
      while wanted.map({ values.count < $0 }) ?? moreBytes(false) {
        var element = initial()
        try _hold("element", MemoryLayout<E>.stride)
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
        if _edits { values[index] = element }
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
    if _fills {
      values.removeAll(keepingCapacity: true)
      while true {
        if values.count == most { throw _malformed(name, .overLimit("more than \(most) elements")) }
        var element = initial()
        try _hold(name, MemoryLayout<E>.stride)
        let isLast = try body(&self, &element, values.count)
        values.append(element)
        if isLast { return }
      }
    } else {
      if values.isEmpty || values.count > most { throw _inconsistent(name, "the list has \(values.count) elements") }
      for index in values.indices {
        var element = values[index]
        let isLast = try body(&self, &element, index)
        if _edits { values[index] = element }
        if isLast != (index == values.count - 1) { throw _inconsistent(name, "the list does not end where its elements say") }
      }
    }
  }

  /// A list behind which a terminator must stand, an element of its own kind that is no part of the list. Longer than `most` is
  /// over the limit.
  @inlinable @inline(__always) public mutating func terminatedList<E: Equatable>(
    _ name: StaticString, by terminator: E, _ values: inout [E], most: Int, _ body: (inout Self, inout E) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if _fills {
      values.removeAll(keepingCapacity: true)
      while true {
        var element = terminator
        try body(&self, &element)
        if element == terminator { return }
        if values.count == most { throw _malformed(name, .overLimit("more than \(most) elements")) }
        try _hold(name, MemoryLayout<E>.stride)
        values.append(element)
      }
    } else {
      if values.count > most { throw _inconsistent(name, "the list has \(values.count) elements") }
      for index in values.indices {
        var element = values[index]
        if element == terminator { throw _inconsistent(name, "the list holds its own terminator") }
        try body(&self, &element)
        if _edits { values[index] = element }
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
    if _fills {
      values.removeAll(keepingCapacity: true)
      let wanted = _openLength(0)
      while true {
        // A generator draws numbers that end the list and says apart from them how long it is.
        if wanted == nil || values.count == wanted { try u(name, &last, bits: bits) } else { last = marker }
        if last != marker { return }
        if let wanted, values.count >= wanted { continue }
        var element = initial()
        try _hold("element", MemoryLayout<E>.stride)
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
        if _edits { values[index] = element }
      }
      try u(name, &last, bits: bits)
    }
  }
}
