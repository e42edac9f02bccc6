import BitstreamKit

/// Builds a sequence of nested boxes. The size of a box is filled in when the box ends.
///
/// The content is emitted in pieces: large tables are not copied into one contiguous array.
public struct BoxBuilder: Sendable {
  private enum Piece: Sendable {
    case bytes([UInt8])
    /// Chunk offsets of 4 bytes, or 8 if `isWide`. `shift` is added to each; they are written with 8 bytes if `isLarge`, else 4.
    case places([UInt8], isWide: Bool, shift: UInt64, isLarge: Bool)
  }

  private var pieces: [Piece] = []
  /// The bytes after the pieces.
  private var last: [UInt8] = []
  /// The number of bytes written so far.
  public private(set) var byteCount = 0

  /// An empty builder.
  public init() {}

  /// The bytes written so far.
  public var bytes: [UInt8] {
    if pieces.isEmpty { return last }
    var all: [UInt8] = []
    all.reserveCapacity(byteCount)
    emit { (piece) throws(Never) in all.append(contentsOf: piece) }
    return all
  }

  /// Passes the bytes written so far to `body`, piece by piece.
  public func emit<E: Error>(_ body: ([UInt8]) throws(E) -> Void) throws(E) {
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): try body(bytes)
      case .places(let rows, let isWide, let shift, let isLarge): try body(Self.moved(rows, isWide, shift, isLarge))
      }
    }
    if !last.isEmpty { try body(last) }
  }

  private static func moved(_ rows: [UInt8], _ isWide: Bool, _ shift: UInt64, _ isLarge: Bool) -> [UInt8] {
    var moved: [UInt8] = []
    let size = isWide ? 8 : 4
    moved.reserveCapacity(rows.count / size * (isLarge ? 8 : 4))
    for row in stride(from: 0, to: rows.count, by: size) {
      let place = rows.bigEndian64(at: row) &>> (isWide ? 0 : 32) &+ shift
      if isLarge { moved.append(bigEndian: UInt32(truncatingIfNeeded: place &>> 32)) }
      moved.append(bigEndian: UInt32(truncatingIfNeeded: place))
    }
    return moved
  }

  // MARK: - Boxes

  /// Appends a box of a known type. `body` appends its child boxes, which follow the fields.
  /// - Throws: `SyntaxError` if the fields are inconsistent or the box is larger than 4 GiB.
  public mutating func box<B: TypedBox>(
    _ box: B, _ body: (inout BoxBuilder) throws(SyntaxError) -> Void = { (_) throws(SyntaxError) in }
  ) throws(SyntaxError) {
    try self.box(B.boxType, box, body)
  }

  /// Appends a box with an explicit type.
  public mutating func box<B: Box>(
    _ type: FourCC, _ box: B, _ body: (inout BoxBuilder) throws(SyntaxError) -> Void = { (_) throws(SyntaxError) in }
  ) throws(SyntaxError) {
    let fields: [UInt8]
    do { fields = try box.encoded() } catch {
      throw SyntaxError(error.reason, element: error.element, path: [type.description] + error.path)
    }
    try self.box(type) { (builder) throws(SyntaxError) in
      builder.raw(fields)
      try body(&builder)
    }
  }

  /// Appends a container without fields.
  public mutating func box(_ type: FourCC, _ body: (inout BoxBuilder) throws(SyntaxError) -> Void) throws(SyntaxError) {
    let (start, piece, place) = (byteCount, pieces.count, last.count)
    append(0)
    append(type.rawValue)
    try body(&self)
    guard let size = UInt32(exactly: byteCount - start) else {
      throw SyntaxError(.overLimit("a box of more than 4 GiB"), element: "size", path: [type.description])
    }
    set(size, inPiece: piece, at: place)
  }

  /// Appends a box whose fields end with a row count, followed by the rows of `rows`. `box` itself must have no rows.
  mutating func box<B: TypedBox, Row>(_ box: B, rows: GrowingTable<Row>) throws(SyntaxError) {
    try self.box(box) { (builder) throws(SyntaxError) in
      try builder.setLastCount(rows.count)
      builder.close()
      for block in rows.blocks { builder.append(.bytes(block), block.count) }
    }
  }

  /// Appends a chunk offset box (`stco`, or `co64` if `isLarge`): first `short`, then `long`, each plus `shift`.
  mutating func chunkOffsets(
    _ short: GrowingTable<UInt32>, _ long: GrowingTable<UInt64>, shift: UInt64, isLarge: Bool
  ) throws(SyntaxError) {
    try box(isLarge ? "co64" : "stco") { (builder) throws(SyntaxError) in
      builder.append(0)
      builder.append(0)
      try builder.setLastCount(short.count + long.count)
      builder.close()
      let size = isLarge ? 8 : 4
      for block in short.blocks {
        builder.append(.places(block, isWide: false, shift: shift, isLarge: isLarge), block.count / 4 * size)
      }
      for block in long.blocks {
        builder.append(.places(block, isWide: true, shift: shift, isLarge: isLarge), block.count / 8 * size)
      }
    }
  }

  /// Appends bytes unchanged, for example complete boxes read from a file.
  public mutating func raw(_ other: [UInt8]) {
    last.append(contentsOf: other)
    byteCount += other.count
  }

  /// Appends the content of another builder.
  public mutating func raw(_ other: BoxBuilder) {
    close()
    pieces += other.pieces
    last = other.last
    byteCount += other.byteCount
  }

  /// Replaces four bytes at an offset after the last table; the offset counts from the start of the builder.
  mutating func set(_ value: UInt32, at offset: Int) { Self.put(value, &last, offset - (byteCount - last.count)) }

  // MARK: - Pieces

  private mutating func append(_ value: UInt32) {
    last.append(bigEndian: value)
    byteCount += 4
  }

  private mutating func append(_ piece: Piece, _ size: Int) {
    pieces.append(piece)
    byteCount += size
  }

  private mutating func close() {
    if last.isEmpty { return }
    pieces.append(.bytes(last))
    last = []
  }

  private mutating func setLastCount(_ count: Int) throws(SyntaxError) {
    guard let count = UInt32(exactly: count) else { throw SyntaxError(.overLimit("rows"), element: "entry_count") }
    Self.put(count, &last, last.count - 4)
  }

  private mutating func set(_ value: UInt32, inPiece piece: Int, at place: Int) {
    if piece == pieces.count { return Self.put(value, &last, place) }
    guard case .bytes(var bytes) = pieces[piece] else { return }
    Self.put(value, &bytes, place)
    pieces[piece] = .bytes(bytes)
  }

  private static func put(_ value: UInt32, _ bytes: inout [UInt8], _ place: Int) {
    guard place >= 0, place + 4 <= bytes.count else { return }
    for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
  }
}
