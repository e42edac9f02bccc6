// What a trace passes to its sink.

extension SyntaxCoder {
  /// Passes an element to the sink of a trace. Does nothing in the other directions.
  func emit(_ name: StaticString, _ i: Int, _ j: Int, _ start: Int, _ value: @autoclosure () -> TraceElement.Value) {
    guard direction == .trace, !isMuted, let uncounted = unsafe uncountedSink else { return }
    let element = TraceElement(
      name: name, i: i, j: j, bitOffset: base &+ start, bitLength: reader.position - start, byteOffset: reader.fileByte(ofBit: start),
      value: value(), bits: reader.window(at: start))
    unsafe uncounted._withUnsafeGuaranteedRef { $0.element(element) }
  }

  func emit(_ bits: BitString, _ name: StaticString, _ start: Int) {
    if bits.isEmpty { return }
    emit(name, -1, -1, start, .bytes(bits.bytes.count > Self.maxBytes ? Array(bits.bytes.prefix(Self.maxBytes)) : bits.bytes))
  }

  /// The bytes of a number coded as a run of 0xFF: each is an element of its own in the specification.
  func emitBytes(of value: UInt32, _ name: StaticString, _ start: Int) {
    guard direction == .trace, !isMuted, let sink else { return }
    var left = value
    var place = start
    while true {
      let byte = min(left, 255)
      sink.element(
        TraceElement(
          name: byte == 255 ? "ff_byte" : name, i: -1, j: -1, bitOffset: place, bitLength: 8,
          byteOffset: reader.fileByte(ofBit: place), value: .number(.init(byte)), bits: reader.window(at: place)))
      place += 8
      if byte < 255 { return }
      left -= 255
    }
  }
}

// MARK: - Tables

extension SyntaxCoder {
  public mutating func table<Row>(
    _ name: StaticString, _ value: inout PackedTable<Row>, count: Int, layout: UInt32
  ) throws(SyntaxError) {
    switch direction {
    case .read: try reader.table(name, &value, count: count, layout: layout)
    case .trace:
      var after = reader
      try after.table(name, &value, count: count, layout: layout)
      let traced = TracedTable(name: name, count: count, rowBytes: Row.byteCount(layout: layout), isRead: value.unreadOffset == nil)
      try trace(traced, &after) { (c, index) throws(SyntaxError) in
        var row = Row()
        try row.syntax(&c, layout: layout, at: index)
      }
    case .write: try writer.table(name, &value, count: count, layout: layout)
    case .generate:
      try _require(name, count: count, atLeast: 0)
      value = PackedTable(layout: layout)
      for index in 0..<max(0, count) {
        var row = Row()
        try row.syntax(&self, layout: layout, at: index)
        value.append(row)
      }
    case .edit: if value.count != count { throw _inconsistent(name, "\(value.count) rows and not \(count)") }
    }
  }

  /// A table that a trace meets.
  private struct TracedTable {
    let name: StaticString
    let count: Int
    let rowBytes: Int
    /// Whether the reader holds the rows.
    let isRead: Bool
  }

  /// Traces a table, which `after` has read already. It knows nothing of the type of the rows, so that it is compiled once.
  @inline(never) private mutating func trace(
    _ table: TracedTable, _ after: inout BitReader, _ row: (inout SyntaxCoder, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    let start = reader.position
    let (count, size) = (table.count, table.rowBytes)
    if showsRows, !isMuted, count > 0, size > 0, let sink {
      let wanted = sink.rows(of: count, byteCount: size, bitOffset: start).clamped(to: 0..<count)
      let isHere = table.isRead && wanted.count == count
      let first = start >> 3 + wanted.lowerBound * size
      var block = isHere ? nil : sink.bytes(at: first, count: Self.blockSize(wanted.count, size))
      if isHere || block != nil, sink.beginTable(table.name, rows: count, bitOffset: start) {
        defer { sink.endTable() }
        if isHere { return try rows(wanted, row) }
        defer { reader = after }
        var index = wanted.lowerBound
        while let bytes = block, bytes.count >= size, index < wanted.upperBound {
          let rows = index..<min(wanted.upperBound, index + bytes.count / size)
          try self.rows(rows, in: bytes, at: start >> 3 + index * size, &after, row)
          index = rows.upperBound
          let left = wanted.upperBound - index
          block = left > 0 ? sink.bytes(at: start >> 3 + index * size, count: Self.blockSize(left, size)) : nil
        }
        return
      }
    }
    reader = after
    emit(table.name, -1, -1, start, .rows(count))
  }

  /// Traces rows at the reader's position.
  private mutating func rows(
    _ range: Range<Int>, _ row: (inout SyntaxCoder, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    for index in range {
      sink?.row(index)
      try row(&self, index)
    }
  }

  /// Traces rows in bytes of their own, `offset` bytes after the first of the unit. Findings of a lenient reader go to `outer`.
  private mutating func rows(
    _ range: Range<Int>, in bytes: [UInt8], at offset: Int, _ outer: inout BitReader,
    _ row: (inout SyntaxCoder, Int) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    let before = base
    base = offset << 3
    reader = BitReader(bytes, policy: outer.policy, fileOffset: outer.map.fileByte(of: offset))
    defer { base = before }
    do { try rows(range, row) } catch { throw error }
    for finding in reader.findings { outer.record(finding) }
  }

  /// The sink is asked for rows in pieces of this many bytes.
  private static func blockSize(_ rows: Int, _ size: Int) -> Int { size * min(rows, max(1, 16384 / size)) }
}
