import BitstreamKit

/// Finds NAL units like `AnnexBParser` and delivers each in one piece: a unit within a chunk is not copied; of a unit that spans chunks
/// the start is buffered, up to a limit.
///
///     while let unit = collector.next(in: chunk, from: &cursor, to: chunk.count) {
///       let bytes = (unit.isHeld ? collector.held : chunk)[unit.range]
///     }
public struct AnnexBUnitCollector: Sendable {
  /// A unit and the location of its bytes.
  public struct Unit: Sendable, Equatable {
    /// The position in the stream.
    public var position: AnnexBUnit
    /// The bytes, as a range of the chunk, or of `held` if the unit started in an earlier chunk.
    public var range: Range<Int>
    /// Whether `range` refers to `held`.
    public var isHeld: Bool
    /// Whether `range` ends where the unit's first encrypted bytes begin.
    public var isEncrypted = false

    /// Creates a unit.
    @inlinable public init(position: AnnexBUnit, range: Range<Int>, isHeld: Bool) {
      self.position = position
      self.range = range
      self.isHeld = isHeld
    }

    /// Whether only the start of the unit is available.
    @inlinable public var isCut: Bool { UInt64(range.count) < position.length }
    /// The stream offset after the unit and its trailing zeros.
    @inlinable public var end: UInt64 { position.offset + position.length + position.trailingZeroBytes }
  }

  /// The maximum number of bytes buffered of a unit that spans chunks.
  public let limit: Int
  /// The start of the last returned unit, if it started in an earlier chunk.
  public private(set) var held: [UInt8] = []
  private var parser = AnnexBParser()

  /// Creates a collector at the start of a stream.
  /// - Parameter limit: the maximum number of bytes buffered of a unit that spans chunks.
  public init(limit: Int) { self.limit = max(0, limit) }

  /// The number of invalid bytes before the first start code.
  public var leadingGarbage: UInt64 { parser.leadingGarbage }
  /// The stream offset of the next byte to parse.
  public var position: UInt64 { parser.position }
  /// The number of completed units.
  public var unitCount: UInt64 { parser.unitCount }

  /// Returns the next unit that ends in `chunk[cursor..<end]`; nil when all of it is consumed.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> Unit? {
    let start = cursor
    let base = parser.position
    if hasReturned { forget() }
    guard let unit = parser.next(in: chunk, from: &cursor, to: end) else {
      if parser.isOpen { keep(chunk, from: max(parser.openUnitOffset, base), base: base, start, end) }
      return nil
    }
    hasReturned = true
    if held.isEmpty, unit.offset >= base {
      let first = start + Int(unit.offset - base)
      return Unit(position: unit, range: first..<first + Int(unit.length), isHeld: false)
    }
    // Zeros buffered from the end of the previous chunk may not belong to the unit; then no byte of this chunk does either.
    let stop = unit.offset + unit.length
    if stop > base { keep(chunk, from: max(unit.offset, base), base: base, start, start + Int(stop - base)) }
    return Unit(position: unit, range: 0..<min(held.count, Int(clamping: unit.length)), isHeld: true)
  }

  /// Returns the last unit, at the end of the stream; its bytes are in `held`.
  public mutating func finish() -> Unit? {
    if hasReturned { forget() }
    return parser.finish().map { Unit(position: $0, range: 0..<min(held.count, Int(clamping: $0.length)), isHeld: true) }
  }

  /// Whether a unit was returned, so that the next call discards `held`.
  private var hasReturned = false

  private mutating func forget() {
    held.removeAll(keepingCapacity: true)
    hasReturned = false
  }

  /// Buffers the bytes from stream offset `first` up to index `end`.
  private mutating func keep(_ chunk: [UInt8], from first: UInt64, base: UInt64, _ start: Int, _ end: Int) {
    let from = start + Int(first - base)
    let count = min(end - from, limit - held.count)
    if count > 0 { held.append(contentsOf: chunk[from..<from + count]) }
  }
}
