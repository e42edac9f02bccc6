// Tables, strings and other elements of boxes.

extension BitReader {
  public mutating func table<Row>(
    _ name: StaticString, _ value: inout PackedTable<Row>, count: Int, layout: UInt32
  ) throws(SyntaxError) {
    let size = Row.byteCount(layout: layout)
    if beyond > 0, count > 0, try leaveOut(name, rows: count, of: size) {
      value = PackedTable(unread: count, at: position >> 3, layout: layout)
      position = end
    } else {
      try _require(name, count: count, atLeast: size * 8)
      value = PackedTable(packed: aligned(count * size), count: count, layout: layout)
    }
  }

  /// Whether a table extends beyond the bytes that the reader was given, so that its rows are left unread.
  mutating func leaveOut(_ name: StaticString, rows: Int, of size: Int) throws(SyntaxError) -> Bool {
    let (bytes, overflow) = rows.multipliedReportingOverflow(by: size)
    let here = (end - position) >> 3
    if !overflow, bytes <= here { return false }
    if overflow || bytes - here > beyond { throw truncated(name, -1, -1, needed: overflow || bytes > Int.max >> 3 ? Int.max : bytes << 3) }
    beyond -= bytes - here
    return true
  }

  public mutating func text(_ name: StaticString, _ value: inout TerminatedString) throws(SyntaxError) {
    var length = 0
    let limit = (end - position) >> 3
    while length < limit, window(at: position + length << 3) >> 56 != 0 { length += 1 }
    value = TerminatedString(bytes: aligned(length), isTerminated: length < limit)
    if length < limit { position += 8 }
  }

  public mutating func expandable(
    _ name: StaticString, _ taken: inout UInt8, _ body: (inout Self) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    let size = try expandableSize(name, &taken)
    let outer = try enter(name, size)
    try body(&self)
    try leave(name, outer)
  }

  @usableFromInline mutating func expandableSize(_ name: StaticString, _ taken: inout UInt8) throws(SyntaxError) -> Int {
    var size = 0
    taken = 0
    while true {
      let byte = Int(truncatingIfNeeded: try bits(name, 8, -1, -1))
      size = size << 7 | byte & 0x7F
      taken += 1
      if byte & 0x80 == 0 { return size }
      if taken == 4 { throw error(name, -1, -1, .malformed("a size of more than four bytes")) }
    }
  }

  public mutating func _fitting(_ held: Int, bytes: Int) -> Int { bytes > 0 ? ((end - position) >> 3 + beyond) / bytes : 0 }
}
