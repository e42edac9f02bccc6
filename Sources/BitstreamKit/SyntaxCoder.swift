/// Walks the elements of a structure in one of five directions: reading, tracing, generating, editing or writing.
///
/// One concrete type for every direction: a structure's `syntax` compiles to one piece of code, and each element is a call that
/// branches on the direction. Structures for which that call costs too much are `FastSyntax`.
@safe public struct SyntaxCoder: ElementCoder {
  /// What the coder does with an element. The order serves `_fills` and `_edits`.
  @usableFromInline enum Direction: UInt8 {
    case read, trace, generate, edit, write
  }

  @usableFromInline private(set) var direction: Direction
  /// Reads the elements; also holds the position and the findings of a trace.
  public internal(set) var reader: BitReader
  /// Writes the elements.
  public internal(set) var writer: BitWriter
  /// Draws the elements.
  package internal(set) var generator: Generator
  /// Changes the elements; nil in other directions, for which an empty one would be built and released with each unit.
  var editing: ElementEditor?
  /// Receives the elements that a trace reads.
  let sink: TraceSink?
  /// The same, for `emit`: to retain the sink for each element takes a tenth of the time of a trace.
  let uncountedSink: Unmanaged<TraceSink>?
  /// Whether a trace passes the rows of a table to the sink one by one.
  public var showsRows = false
  /// Whether a reader stores all of the bits that `rest` takes; otherwise the first `maxBytes` bytes, which are all that a trace passes on.
  package var storesRest = true
  /// Whether a part of the written model is missing, or must be, so that its first element is an error; nil if none is.
  private var isMissing: Bool?
  /// Whether the sink is bypassed: while an attempt is tried out, because a sink cannot take an element back.
  var isMuted = false
  /// The bit offset of the reader's first bit: other than 0 while the rows of a table are read from bytes of their own.
  var base = 0

  private init(
    _ direction: Direction, reader: BitReader = BitReader([]), generator: Generator = Generator(seed: 0), sink: TraceSink? = nil
  ) {
    self.direction = direction
    self.reader = reader
    self.generator = generator
    self.sink = sink
    unsafe uncountedSink = sink.map { unsafe .passUnretained($0) }
    writer = BitWriter()
  }

  /// Reads what `reader` holds.
  public init(reading reader: BitReader) { self.init(.read, reader: reader) }

  /// Reads what `reader` holds and passes each element to a sink.
  public init(tracing reader: BitReader, to sink: TraceSink) { self.init(.trace, reader: reader, sink: sink) }

  /// Reads bytes.
  public init(reading bytes: [UInt8], policy: BitReader.Policy = .strict) { self.init(reading: BitReader(bytes, policy: policy)) }

  /// Appends to what `writer` holds.
  public init(writing writer: BitWriter = BitWriter()) {
    self.init(.write)
    self.writer = writer
  }

  /// Gives the elements drawn values.
  package init(generating generator: Generator) { self.init(.generate, generator: generator) }

  /// Gives the elements that `editor` names other values.
  public init(editing editor: ElementEditor) {
    self.init(.edit)
    editing = editor
  }

  @inlinable public var _fills: Bool { direction.rawValue <= Direction.generate.rawValue }
  @inlinable public var _edits: Bool { direction == .edit }

  /// What changed the elements.
  public var editor: ElementEditor { editing ?? ElementEditor() }

  /// The next bit's offset from the first bit that was read or written; 0 in other directions.
  public var bitPosition: Int { direction == .write ? writer.bitPosition : reader.bitPosition }
  /// How many bits the region has left, of a coder that reads.
  public var bitsLeft: Int { reader.bitsLeft }
  /// All bytes written; a last byte that is not full is filled with zero bits.
  public func finish() -> [UInt8] { writer.finish() }
  /// What a lenient reader accepted although the specification forbids it.
  public var findings: [SyntaxError] { reader.findings }

  /// byte_aligned( ). A generator and an editor make no bits, so their answer is always yes.
  public var isByteAligned: Bool {
    switch direction {
    case .read, .trace: reader.isByteAligned
    case .write: writer.isByteAligned
    case .generate, .edit: true
    }
  }
}

// MARK: - Structure

extension SyntaxCoder {
  public mutating func nested<S: Syntax>(_ value: inout S) throws(SyntaxError) {
    let found = try begin(S.structureName)
    do { try value.syntax(&self) } catch { throw abandon(S.structureName, error) }
    try end(S.structureName, found)
  }

  @inlinable @inline(__always) public mutating func structure(
    _ name: StaticString, _ body: (inout Self) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    let found = try begin(name)
    do { try body(&self) } catch { throw abandon(name, error) }
    try end(name, found)
  }

  /// Enters a structure.
  /// - Returns: how many findings there are so far, for `end`.
  @usableFromInline mutating func begin(_ name: StaticString) throws(SyntaxError) -> Int {
    switch direction {
    case .read, .trace:
      if reader.depth >= BitReader.deepest {
        throw reader.error(name, -1, -1, .overLimit("more than \(BitReader.deepest) structures inside one another"))
      }
      if direction == .trace, !isMuted { sink?.begin(name, bitOffset: reader.position) }
      reader.depth &+= 1
      return reader.findings.count
    case .generate: try generator.begin(name)
    case .edit: editing?.begin(name)
    case .write: break
    }
    return 0
  }

  /// Leaves a structure that was walked to its end.
  @usableFromInline mutating func end(_ name: StaticString, _ found: Int) throws(SyntaxError) {
    // The part has no elements.
    if let isMissing { throw SyntaxError(.inconsistent(contradiction(isMissing)), element: "", path: [name.description]) }
    leave()
    if direction.rawValue <= Direction.trace.rawValue, reader.findings.count > found { reader.enclose(from: found, name) }
  }

  /// Leaves a structure whose walk failed.
  /// - Returns: the error with the structure in its path.
  @usableFromInline mutating func abandon(_ name: StaticString, _ error: SyntaxError) -> SyntaxError {
    leave()
    guard let isMissing else { return error.inside(name) }
    return SyntaxError(.inconsistent(contradiction(isMissing)), element: error.element, path: error.path).inside(name)
  }

  private mutating func leave() {
    switch direction {
    case .read: reader.depth &-= 1
    case .trace:
      reader.depth &-= 1
      if !isMuted { sink?.end() }
    case .generate: generator.end()
    case .edit: editing?.end()
    case .write: break
    }
  }

  /// What held before a region began: the end of the region around it, or what was written so far. Passed as `inout`, so that there is
  /// one reference to the bytes and appending to them copies none.
  @usableFromInline struct Region {
    var end = 0
    var writer = BitWriter()
    var name: StaticString = ""
  }

  @inlinable public mutating func sized(_ size: SizeCoding, _ body: (inout Self) throws(SyntaxError) -> Void) throws(SyntaxError) {
    var outer = try beginRegion(size)
    try body(&self)
    try endRegion(&outer, size)
  }

  @usableFromInline mutating func beginRegion(_ size: SizeCoding) throws(SyntaxError) -> Region {
    switch direction {
    case .read, .trace:
      let start = reader.position
      let (name, bytes) = try reader.readSize(size)
      if case .ff = size {
        emitBytes(of: UInt32(truncatingIfNeeded: bytes), name, start)
      } else {
        emit(name, -1, -1, start, .number(.init(bytes)))
      }
      return Region(end: try reader.enter(name, bytes), name: name)
    case .write: return beginWriting()
    case .generate, .edit: return Region()
    }
  }

  @usableFromInline mutating func endRegion(_ outer: inout Region, _ size: SizeCoding) throws(SyntaxError) {
    switch direction {
    case .read, .trace: try reader.leave(outer.name, outer.end)
    case .write:
      swap(&outer.writer, &writer)
      try writer.append(region: outer.writer, size)
    case .generate, .edit: break
    }
  }

  private mutating func beginWriting() -> Region {
    let region = Region(writer: writer)
    writer = BitWriter()
    return region
  }

  @inlinable public mutating func expandable(
    _ name: StaticString, _ taken: inout UInt8, _ body: (inout Self) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    var outer = try beginExpandable(name, &taken)
    try body(&self)
    try endExpandable(&outer, name, &taken)
  }

  @usableFromInline mutating func beginExpandable(_ name: StaticString, _ taken: inout UInt8) throws(SyntaxError) -> Region {
    switch direction {
    case .read, .trace:
      let start = reader.position
      let size = try reader.expandableSize(name, &taken)
      emit(name, -1, -1, start, .number(.init(size)))
      return Region(end: try reader.enter(name, size), name: name)
    case .write: return beginWriting()
    case .generate:
      // Always the longest form, which any region fits.
      taken = 4
      return Region()
    case .edit: return Region()
    }
  }

  @usableFromInline mutating func endExpandable(
    _ outer: inout Region, _ name: StaticString, _ taken: inout UInt8
  ) throws(SyntaxError) {
    switch direction {
    case .read, .trace: try reader.leave(name, outer.end)
    case .write:
      swap(&outer.writer, &writer)
      try writer.append(expandable: outer.writer, name, &taken)
    case .generate, .edit: break
    }
  }

  public mutating func regionEnd(_ name: StaticString) throws(SyntaxError) {
    if direction.rawValue <= Direction.trace.rawValue { try reader.regionEnd(name) }
  }

  public mutating func moreRBSPData(_ held: Bool) throws(SyntaxError) -> Bool {
    switch direction {
    case .read, .trace: try reader.moreRBSPData(held)
    case .generate: generator.flip()
    case .edit, .write: held
    }
  }

  public mutating func moreBytes(_ held: Bool) -> Bool {
    switch direction {
    case .read, .trace: reader.moreBytes(held)
    case .generate: generator.flip()
    case .edit, .write: held
    }
  }

  public mutating func upcoming(_ pattern: UInt64, bits: Int, ahead: Int, atLeast: Int, _ held: Bool) -> Bool {
    switch direction {
    case .read, .trace: reader.upcoming(pattern, bits: bits, ahead: ahead, atLeast: atLeast, held)
    case .generate: generator.flip()
    case .edit, .write: held
    }
  }

  /// A trace tries `body` in silence first, so that the sink receives nothing that does not hold.
  @inlinable public mutating func attempt<V>(
    _ held: Bool, _ value: inout V, _ body: (inout Self, inout V) throws(SyntaxError) -> Void,
    otherwise: (inout Self, inout V) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    if !_fills, !held { return try otherwise(&self, &value) }
    if direction.rawValue > Direction.trace.rawValue { return try body(&self, &value) }
    let before = beginAttempt()
    var tried = value
    do { try body(&self, &tried) } catch {
      endAttempt(before, failed: error)
      return try otherwise(&self, &value)
    }
    if endAttempt(before) { try body(&self, &value) } else { value = tried }
  }

  /// The state that a failed attempt returns to.
  @usableFromInline struct Attempt {
    var reader: BitReader
    var isMuted: Bool
    var base: Int
  }

  @usableFromInline mutating func beginAttempt() -> Attempt {
    defer { isMuted = true }
    return Attempt(reader: reader, isMuted: isMuted, base: base)
  }

  @usableFromInline mutating func endAttempt(_ before: Attempt, failed error: SyntaxError) {
    reader = before.reader
    isMuted = before.isMuted
    base = before.base
    reader.record(error)
  }

  /// - Returns: whether the body has to be walked again, for the sink.
  @usableFromInline mutating func endAttempt(_ before: Attempt) -> Bool {
    isMuted = before.isMuted
    if direction == .read || isMuted { return false }
    reader = before.reader
    return true
  }
}

// MARK: - For the vocabulary

extension SyntaxCoder {
  public mutating func _require(_ name: StaticString, count: Int, atLeast bits: Int) throws(SyntaxError) {
    switch direction {
    case .read, .trace: try reader._require(name, count: count, atLeast: bits)
    case .generate:
      if count > 1 << 16 { throw _inconsistent(name, "\(count) elements are more than a generator draws") }
    case .edit:
      if count < 0 || count > ElementEditor.maxElements {
        throw _malformed(name, .overLimit("\(count) elements, the maximum is \(ElementEditor.maxElements)"))
      }
    case .write: break
    }
  }

  public mutating func _hold(_ name: StaticString, _ bytes: Int) throws(SyntaxError) {
    if direction.rawValue <= Direction.trace.rawValue { try reader._hold(name, bytes) }
  }

  public mutating func _fitting(_ held: Int, bytes: Int) -> Int {
    switch direction {
    case .read, .trace: reader._fitting(held, bytes: bytes)
    case .generate: bytes > 0 ? Int(generator.upTo(4)) : 0
    case .edit, .write: held
    }
  }

  public mutating func _openLength(_ held: Int) -> Int? { direction == .generate ? generator.openLength() : nil }

  /// Goes on as a reader of nothing, to which the part's first element is an error.
  public mutating func _contradict(isMissing: Bool) throws(SyntaxError) {
    self = SyntaxCoder(reading: BitReader([]))
    self.isMissing = isMissing
  }

  public func _inconsistent(_ name: StaticString, _ why: String) -> SyntaxError { _malformed(name, .inconsistent(why)) }

  public func _malformed(_ name: StaticString, _ reason: SyntaxError.Reason) -> SyntaxError {
    switch direction {
    case .read, .trace: reader.error(name, -1, -1, reason)
    case .generate, .edit, .write: SyntaxError(reason, element: name.description)
    }
  }
}

// MARK: - From the coders of hot paths

// A structure on a hot path may hold one that is not: these hand it to a `SyntaxCoder`.

extension BitReader {
  public mutating func nested<S: Syntax>(_ value: inout S) throws(SyntaxError) {
    try walk(S.structureName) { (c) throws(SyntaxError) in try value.syntax(&c) }
  }

  /// Reads a structure that `body` walks. It knows nothing of the structure's type, so that it is compiled once.
  @inline(never) package mutating func walk(
    _ name: StaticString, _ body: (inout SyntaxCoder) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    var coder = SyntaxCoder(reading: self)
    defer { self = coder.reader }
    try coder.structure(name, body)
  }
}

extension BitWriter {
  public mutating func nested<S: Syntax>(_ value: inout S) throws(SyntaxError) {
    try walk(S.structureName) { (c) throws(SyntaxError) in try value.syntax(&c) }
  }

  /// The bytes of a structure that `body` walks.
  @inline(never) static func bytes(
    of name: StaticString, _ body: (inout SyntaxCoder) throws(SyntaxError) -> Void
  ) throws(SyntaxError) -> [UInt8] {
    var writer = SyntaxCoder(writing: BitWriter())
    try writer.structure(name, body)
    return writer.finish()
  }

  /// Writes a structure that `body` walks.
  @inline(never) package mutating func walk(
    _ name: StaticString, _ body: (inout SyntaxCoder) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    var coder = SyntaxCoder(writing: self)
    self = BitWriter()
    defer { self = coder.writer }
    try coder.structure(name, body)
  }
}
