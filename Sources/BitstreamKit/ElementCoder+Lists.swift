// Lists: counted, or terminated in one of the ways used by the specifications.

extension ElementCoder {
  /// Codes the number of elements of a list as u(n); the coded value is `minus` less. `range` applies to the coded value.
  @inlinable @inline(__always) public mutating func count(
    _ name: StaticString, _ held: Int, minus: Int = 0, bits: Int, in range: ClosedRange<UInt32>? = nil, at i: Int = -1
  ) throws(SyntaxError) -> Int {
    let whole: ClosedRange<UInt32> = 0...(bits >= 32 ? UInt32.max : (1 << UInt32(truncatingIfNeeded: bits)) &- 1)
    guard var coded = _fills ? 0 : UInt32(exactly: held - minus) else { throw _inconsistent(name, "the list has \(held) elements") }
    try u(name, &coded, bits: bits, in: range ?? whole, sizing: true, at: i, -1)
    return Int(clamping: Int64(coded) + Int64(minus))
  }

  /// Codes the number of elements of a list as ue(v); the coded value is `minus` less. `range` applies to the coded value.
  @inlinable @inline(__always) public mutating func ueCount(
    _ name: StaticString, _ held: Int, minus: Int = 0, in range: ClosedRange<UInt32>, at i: Int = -1, _ j: Int = -1
  ) throws(SyntaxError) -> Int {
    guard var coded = _fills ? 0 : UInt32(exactly: held - minus) else { throw _inconsistent(name, "the list has \(held) elements") }
    try ue(name, &coded, in: range, sizing: true, at: i, j)
    return Int(clamping: Int64(coded) + Int64(minus))
  }

  /// A list of `count` elements of at least `bits` bits each; a count that exceeds the bits left is rejected before anything is
  /// allocated.
  @inlinable @inline(__always) public mutating func list<E>(
    _ name: StaticString, _ values: inout [E], count: Int, atLeast bits: Int, _ initial: @autoclosure () -> E,
    _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if _fills || _edits { try _require(name, count: count, atLeast: bits) }
    if _fills {
      // An array has a header of 32 bytes: in nested lists of one element it is most of what they take.
      try _hold(name, count &* MemoryLayout<E>.stride &+ 32)
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

  /// A list that extends to the end of the region.
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

  /// A list followed by a terminator, which is a distinguished element. A region that ends without one is legal: `isTerminated` records
  /// whether it was present.
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

  /// A list whose last element is the one for which `body` returns true. More than `limit` elements are over the limit.
  @inlinable @inline(__always) public mutating func listThrough<E>(
    _ name: StaticString, _ values: inout [E], limit: Int, _ initial: @autoclosure () -> E,
    _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Bool
  ) throws(SyntaxError) {
    if _fills {
      values.removeAll(keepingCapacity: true)
      while true {
        if values.count == limit { throw _malformed(name, .overLimit("more than \(limit) elements")) }
        var element = initial()
        try _hold(name, MemoryLayout<E>.stride)
        let isLast = try body(&self, &element, values.count)
        values.append(element)
        if isLast { return }
      }
    } else {
      if values.isEmpty || values.count > limit { throw _inconsistent(name, "the list has \(values.count) elements") }
      for index in values.indices {
        var element = values[index]
        let isLast = try body(&self, &element, index)
        if _edits { values[index] = element }
        if isLast != (index == values.count - 1) { throw _inconsistent(name, "the list does not end at the element marked as last") }
      }
    }
  }

  /// A list followed by a mandatory terminator, a distinguished element that is not part of the list. More than `limit` elements are over
  /// the limit.
  @inlinable @inline(__always) public mutating func terminatedList<E: Equatable>(
    _ name: StaticString, by terminator: E, _ values: inout [E], limit: Int, _ body: (inout Self, inout E) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if _fills {
      values.removeAll(keepingCapacity: true)
      while true {
        var element = terminator
        try body(&self, &element)
        if element == terminator { return }
        if values.count == limit { throw _malformed(name, .overLimit("more than \(limit) elements")) }
        try _hold(name, MemoryLayout<E>.stride)
        values.append(element)
      }
    } else {
      if values.count > limit { throw _inconsistent(name, "the list has \(values.count) elements") }
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

  /// A list in which each element is preceded by the number `marker`; the first other number ends the list and is stored in `last`.
  @inlinable public mutating func listWhile<T: FixedWidthInteger & UnsignedInteger, E>(
    _ name: StaticString, is marker: T, bits: Int, _ values: inout [E], last: inout T, _ initial: @autoclosure () -> E,
    _ body: (inout Self, inout E, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if _fills {
      values.removeAll(keepingCapacity: true)
      let wanted = _openLength(0)
      while true {
        // A generator draws the length separately, since the numbers it draws would end the list at random.
        if wanted == nil || values.count == wanted { try u(name, &last, bits: bits) } else { last = marker }
        if last != marker { return }
        if let wanted, values.count >= wanted { continue }
        var element = initial()
        try _hold("element", MemoryLayout<E>.stride)
        try body(&self, &element, values.count)
        values.append(element)
      }
    } else {
      if last == marker { throw _inconsistent(name, "the final number of the list is the continuation marker") }
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
