/// One element as a tracer saw it.
public struct TraceElement: Sendable, Equatable {
  /// What an element holds.
  public enum Value: Sendable, Equatable {
    /// A number.
    case number(ElementValue)
    /// Bytes, as many of them as a reader would care to see; `bitLength` tells how many there are.
    case bytes([UInt8])
    /// Four bytes that name something.
    case code(FourCC)
    /// A number of which the last `fraction` bits stand behind the point.
    case fixedPoint(ElementValue, fraction: Int)
    /// Characters as coded, as many of them as a reader would care to see.
    case text([UInt8])
    /// A table of so many rows, which the tracer was not told to show one by one.
    case rows(Int)
  }

  /// The element's name in the specification, without indices.
  public var name: StaticString
  /// The first index, −1 where the element is no array.
  public var i: Int
  /// The second index, or −1; below −1 the second and more, as `ElementIndex` packs them.
  public var j: Int
  /// The first bit, counted from the first bit of the unit.
  public var bitOffset: Int
  /// How many bits it takes.
  public var bitLength: Int
  /// The byte of the file that holds the first bit, where the file is known.
  public var byteOffset: UInt64?
  /// What it holds.
  public var value: Value
  /// The bits themselves, the first of them in the highest: 57 at least, as many as `bitLength` where those are fewer.
  public var bits: UInt64 = 0

  /// An element at its place.
  @inlinable public init(
    name: StaticString, i: Int, j: Int, bitOffset: Int, bitLength: Int, byteOffset: UInt64?, value: Value, bits: UInt64 = 0
  ) {
    self.name = name
    self.i = i
    self.j = j
    self.bitOffset = bitOffset
    self.bitLength = bitLength
    self.byteOffset = byteOffset
    self.value = value
    self.bits = bits
  }

  /// The element's indices, the outermost first.
  public var indices: [Int] { i < 0 ? [] : [i] + ElementIndex.unpacking(j) }

  /// The name with its indices.
  public var fullName: String { elementName(name, i, j) }

  /// Equal when they say the same.
  public static func == (a: TraceElement, b: TraceElement) -> Bool {
    a.fullName == b.fullName && a.bitOffset == b.bitOffset && a.bitLength == b.bitLength && a.byteOffset == b.byteOffset
      && a.value == b.value
  }
}

/// What a tracer tells its elements to, one by one, as they are read.
public protocol TraceSink {
  /// A structure begins at a bit.
  mutating func begin(_ structure: StaticString, bitOffset: Int)
  /// An element was read.
  mutating func element(_ element: TraceElement)
  /// The structure that began last is over, whole or broken off.
  mutating func end()
  /// A table begins whose rows a tracer with `showsRows` would tell one by one.
  /// - Returns: whether it shall; otherwise the table is one element.
  mutating func beginTable(_ name: StaticString, rows: Int, bitOffset: Int) -> Bool
  /// A row of that table begins; its elements follow.
  mutating func row(_ index: Int)
  /// The table that began last is over.
  mutating func endTable()
  /// `count` bytes of the unit from its byte `offset` on, fewer where it ends: rows of a table that the tracer was not given. nil where
  /// the sink has no more than the tracer; the table is then one element.
  mutating func bytes(at offset: Int, count: Int) -> [UInt8]?
}

extension TraceSink {
  /// Every table is told row by row.
  @inlinable public mutating func beginTable(_ name: StaticString, rows: Int, bitOffset: Int) -> Bool { true }
  /// Elements of rows have indices: most sinks need no more.
  @inlinable public mutating func row(_ index: Int) {}
  /// Nothing to do.
  @inlinable public mutating func endTable() {}
  /// No bytes.
  @inlinable public mutating func bytes(at offset: Int, count: Int) -> [UInt8]? { nil }
}

/// Reads like the reader that it wraps, and tells a sink each element with its place and value.
public struct Tracer<Sink: TraceSink>: SyntaxCoder {
  @inlinable public static var _fills: Bool { true }
  /// Of a run of bytes this many are handed on.
  public static var mostBytes: Int { 64 }
  /// Of a text this many bytes are handed on.
  public static var mostCharacters: Int { 4096 }

  @usableFromInline var reader: BitReader
  /// True while an attempt is tried out: a sink that has passed an element on could not take it back.
  @usableFromInline var isMuted = false
  /// What the reader's first bit counts: other than 0 while the rows of a table are read from bytes of their own.
  @usableFromInline var base = 0
  /// Whether the rows of a table are handed on one by one.
  public var showsRows = false
  /// Where the elements go.
  public var sink: Sink

  /// Traces what `reader` reads.
  @inlinable public init(_ reader: BitReader, _ sink: Sink) {
    self.reader = reader
    self.sink = sink
  }

  /// What a lenient reader let pass.
  @inlinable public var findings: [SyntaxError] { reader.findings }
  @inlinable public var isByteAligned: Bool { reader.isByteAligned }

  @inlinable @inline(__always) mutating func tell(_ name: StaticString, _ i: Int, _ j: Int, _ start: Int, _ value: TraceElement.Value) {
    if isMuted { return }
    sink.element(
      TraceElement(
        name: name, i: i, j: j, bitOffset: base &+ start, bitLength: reader.position - start, byteOffset: reader.fileByte(ofBit: start),
        value: value,
        bits: reader.window(at: start)))
  }
}

extension Tracer {
  @inlinable public mutating func u<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let start = reader.position
    try reader.u(name, &value, bits: count, in: range, sizing: sizing, at: i, j)
    tell(name, i, j, start, .number(.init(value)))
  }

  @inlinable public mutating func i<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let start = reader.position
    try reader.i(name, &value, bits: count, in: range, at: i, j)
    tell(name, i, j, start, .number(.init(value)))
  }

  @inlinable public mutating func ue<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, sizing: Bool, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let start = reader.position
    try reader.ue(name, &value, in: range, sizing: sizing, at: i, j)
    tell(name, i, j, start, .number(.init(value)))
  }

  @inlinable public mutating func se<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, in range: ClosedRange<T>, at i: Int, _ j: Int
  ) throws(SyntaxError) {
    let start = reader.position
    try reader.se(name, &value, in: range, at: i, j)
    tell(name, i, j, start, .number(.init(value)))
  }

  @inlinable public mutating func ffCoded(_ name: StaticString, _ value: inout UInt32) throws(SyntaxError) {
    let start = reader.position
    try reader.ffCoded(name, &value)
    tellBytes(of: value, name, start)
  }

  /// The bytes of a number coded as a run of 0xFF: each is an element of its own in the specification.
  @usableFromInline mutating func tellBytes(of value: UInt32, _ name: StaticString, _ start: Int) {
    if isMuted { return }
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

  @inlinable public mutating func fixed(_ name: StaticString, _ pattern: UInt64, bits count: Int) throws(SyntaxError) {
    let start = reader.position
    try reader.fixed(name, pattern, bits: count)
    tell(name, -1, -1, start, .number(.unsigned(pattern)))
  }

  @inlinable public mutating func bytes(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError) {
    let start = reader.position
    try reader.bytes(name, &value, count: count)
    if count > 0 { tell(name, -1, -1, start, .bytes(Array(value.prefix(Self.mostBytes)))) }
  }

  @inlinable public mutating func rest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) {
    let start = reader.position
    try reader.rest(name, &value)
    if !value.isEmpty { tell(name, -1, -1, start, .bytes(Array(value.bytes.prefix(Self.mostBytes)))) }
  }

  public mutating func table<Row>(
    _ name: StaticString, _ value: inout PackedTable<Row>, count: Int, layout: UInt32
  ) throws(SyntaxError) {
    let start = reader.position
    var ahead = reader
    try ahead.table(name, &value, count: count, layout: layout)
    let size = Row.byteCount(layout: layout)
    if showsRows, !isMuted, count > 0, size > 0 {
      let isHere = value.unreadOffset == nil
      var block = isHere ? nil : sink.bytes(at: start >> 3, count: Self.blockSize(count, size))
      if isHere || block != nil, sink.beginTable(name, rows: count, bitOffset: start) {
        defer { sink.endTable() }
        if isHere { return try rows(Row.self, 0..<count, layout) }
        defer { reader = ahead }
        var index = 0
        while let bytes = block, bytes.count >= size, index < count {
          let rows = index..<min(count, index + bytes.count / size)
          try self.rows(Row.self, rows, layout, in: bytes, at: start >> 3 + index * size, &ahead)
          index = rows.upperBound
          block = index < count ? sink.bytes(at: start >> 3 + index * size, count: Self.blockSize(count - index, size)) : nil
        }
        return
      }
    }
    reader = ahead
    tell(name, -1, -1, start, .rows(count))
  }

  /// Rows that stand where the reader is.
  private mutating func rows<Row: PackedRow>(_ type: Row.Type, _ range: Range<Int>, _ layout: UInt32) throws(SyntaxError) {
    for index in range {
      sink.row(index)
      var row = Row()
      try row.syntax(&self, layout: layout, at: index)
    }
  }

  /// Rows that stand in bytes of their own, `offset` bytes behind the first of the unit. What a lenient reader finds there goes to `outer`.
  private mutating func rows<Row: PackedRow>(
    _ type: Row.Type, _ range: Range<Int>, _ layout: UInt32, in bytes: [UInt8], at offset: Int, _ outer: inout BitReader
  ) throws(SyntaxError) {
    let before = base
    base = offset << 3
    reader = BitReader(bytes, policy: outer.policy, fileOffset: outer.map.fileByte(of: offset))
    defer { base = before }
    do { try rows(type, range, layout) } catch { throw error }
    for finding in reader.findings { outer.record(finding) }
  }

  /// Rows are asked for in pieces of this many bytes.
  private static func blockSize(_ rows: Int, _ size: Int) -> Int { size * min(rows, max(1, 16384 / size)) }

  public mutating func text(_ name: StaticString, _ value: inout TerminatedString) throws(SyntaxError) {
    let start = reader.position
    try reader.text(name, &value)
    if reader.position > start { tell(name, -1, -1, start, .text(Array(value.bytes.prefix(Self.mostCharacters)))) }
  }

  public mutating func characters(_ name: StaticString, _ value: inout [UInt8], count: Int) throws(SyntaxError) {
    let start = reader.position
    try reader.bytes(name, &value, count: count)
    if count > 0 { tell(name, -1, -1, start, .text(Array(value.prefix(Self.mostCharacters)))) }
  }

  public mutating func fourCC(_ name: StaticString, _ value: inout FourCC, at i: Int) throws(SyntaxError) {
    let start = reader.position
    try reader.fourCC(name, &value, at: i)
    tell(name, i, -1, start, .code(value))
  }

  public mutating func fixedPoint<T: FixedWidthInteger & UnsignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, fraction: Int, at i: Int
  ) throws(SyntaxError) {
    let start = reader.position
    try reader.u(name, &value, bits: count, at: i)
    tell(name, i, -1, start, .fixedPoint(.init(value), fraction: fraction))
  }

  public mutating func fixedPoint<T: FixedWidthInteger & SignedInteger>(
    _ name: StaticString, _ value: inout T, bits count: Int, fraction: Int, at i: Int
  ) throws(SyntaxError) {
    let start = reader.position
    try reader.i(name, &value, bits: count, at: i)
    tell(name, i, -1, start, .fixedPoint(.init(value), fraction: fraction))
  }
}

extension Tracer {
  @inlinable public mutating func structure(_ name: StaticString, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError) {
    if !isMuted { sink.begin(name, bitOffset: reader.position) }
    defer { if !isMuted { sink.end() } }
    let found = reader.findings.count
    reader.depth += 1
    defer { reader.depth -= 1 }
    if reader.depth > BitReader.deepest {
      throw reader.error(name, -1, -1, .overLimit("more than \(BitReader.deepest) structures inside one another"))
    }
    do { try body(&self) } catch { throw error.inside(name) }
    if reader.findings.count > found { reader.enclose(from: found, name) }
  }

  @inlinable public mutating func sized(_ size: SizeCoding, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError) {
    let start = reader.position
    let (name, bytes) = try reader.readSize(size)
    if case .ff = size {
      tellBytes(of: UInt32(truncatingIfNeeded: bytes), name, start)
    } else {
      tell(name, -1, -1, start, .number(.init(bytes)))
    }
    let outer = try reader.enter(name, bytes)
    try body(&self)
    try reader.leave(name, outer)
  }

  public mutating func expandable(
    _ name: StaticString, _ taken: inout UInt8, _ body: (inout Self) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    let start = reader.position
    let size = try reader.expandableSize(name, &taken)
    tell(name, -1, -1, start, .number(.init(size)))
    let outer = try reader.enter(name, size)
    try body(&self)
    try reader.leave(name, outer)
  }

  public mutating func _fitting(_ held: Int, bytes: Int) -> Int { reader._fitting(held, bytes: bytes) }

  /// Tries `body` in silence first, so that the sink is told nothing that does not hold.
  @inlinable public mutating func attempt<V>(
    _ held: Bool, _ value: inout V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void,
    otherwise: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    var scout = self
    scout.isMuted = true
    var tried = value
    do {
      try body(&scout, &tried)
    } catch {
      reader.record(error)
      try otherwise(&self, &value)
      return
    }
    try body(&self, &value)
  }

  @inlinable public mutating func regionEnd(_ name: StaticString) throws(SyntaxError) { try reader.regionEnd(name) }
  @inlinable public mutating func moreBytes(_ held: Bool) -> Bool { reader.moreBytes(held) }
  @inlinable public mutating func upcoming(_ pattern: UInt64, bits: Int, ahead: Int, atLeast: Int, _ held: Bool) -> Bool {
    reader.upcoming(pattern, bits: bits, ahead: ahead, atLeast: atLeast, held)
  }
  @inlinable public mutating func moreRBSPData(_ held: Bool) throws(SyntaxError) -> Bool { try reader.moreRBSPData(held) }

  public mutating func rbspRest(_ name: StaticString, _ value: inout BitString) throws(SyntaxError) {
    let start = reader.position
    try reader.rbspRest(name, &value)
    if !value.isEmpty { tell(name, -1, -1, start, .bytes(Array(value.bytes.prefix(Self.mostBytes)))) }
  }

  public mutating func rbspTrailingBits(_ trailing: inout [UInt8]) throws(SyntaxError) {
    try fixed("rbsp_stop_one_bit", 1, bits: 1)
    while !isByteAligned { try fixed("rbsp_alignment_zero_bit", 0, bits: 1) }
    let count = reader.bitsLeft >> 3
    if count > 0 { reader.noteTrailingBytes(count) }
    try bytes("trailing_bytes", &trailing, count: count)
  }

  public mutating func payloadTrailingBits(_ tail: inout BitString, always: Bool) throws(SyntaxError) {
    if reader.isAtPayloadTrailingBits(always: always) {
      tail = .empty
      try fixed("payload_bit_equal_to_one", 1, bits: 1)
      while !isByteAligned { try fixed("payload_bit_equal_to_zero", 0, bits: 1) }
      return
    }
    let start = reader.position
    try reader.payloadTrailingBits(&tail, always: always)
    if !tail.isEmpty { tell("reserved_payload_extension_data", -1, -1, start, .bytes(Array(tail.bytes.prefix(Self.mostBytes)))) }
  }

  @inlinable public mutating func _require(_ name: StaticString, count: Int, atLeast bits: Int) throws(SyntaxError) {
    try reader._require(name, count: count, atLeast: bits)
  }
  @inlinable public mutating func _openLength(_ held: Int) -> Int? { nil }
  public func _inconsistent(_ name: StaticString, _ why: String) -> SyntaxError { reader._inconsistent(name, why) }
  public func _malformed(_ name: StaticString, _ reason: SyntaxError.Reason) -> SyntaxError { reader._malformed(name, reason) }
}

/// A trace kept in memory: the elements in their order, and the error that ended it.
public struct TraceLog: TraceSink, Sendable {
  /// An element, and the structures around it, outermost first.
  public struct Row: Sendable {
    /// The structures around the element.
    public var path: [String]
    /// The element.
    public var element: TraceElement
  }

  /// The elements in the order in which they were read.
  public private(set) var rows: [Row] = []
  /// What ended the walk, nil where it reached the end of the structure.
  public var error: SyntaxError?
  private var path: [String] = []

  /// An empty log.
  public init() {}

  public mutating func begin(_ structure: StaticString, bitOffset: Int) { path.append(structure.description) }
  public mutating func element(_ element: TraceElement) { rows.append(Row(path: path, element: element)) }
  public mutating func end() { path.removeLast() }
}
