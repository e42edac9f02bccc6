/// Finds NAL units like `AnnexBParser` and gives each with its bytes in one piece: where a unit lies within a chunk its bytes are not
/// copied, where it lies across chunks its beginning is kept, up to a limit.
///
///     while let unit = collector.next(in: chunk, from: &cursor, to: chunk.count) {
///       // its bytes are collector.bytes(of: unit, in: chunk)
///     }
public struct AnnexBUnitCollector: Sendable {
  /// A unit and where its bytes are.
  public struct Unit: Sendable, Equatable {
    /// Where it stands in the stream.
    public var position: AnnexBUnit
    /// Its bytes: indices of the chunk, or of `held` where it began in an earlier chunk.
    public var range: Range<Int>
    /// True where `range` counts in `held`.
    public var isHeld: Bool

    /// A unit, and its bytes in some array.
    @inlinable public init(position: AnnexBUnit, range: Range<Int>, isHeld: Bool) {
      self.position = position
      self.range = range
      self.isHeld = isHeld
    }

    /// True where only the unit's beginning is there.
    @inlinable public var isCut: Bool { UInt64(range.count) < position.length }
    /// The stream's byte behind the unit and its trailing zeros.
    @inlinable public var end: UInt64 { position.offset + position.length + position.trailingZeroBytes }
  }

  /// Of a unit that lies across chunks so many bytes are kept.
  public let limit: Int
  /// The beginning of the unit that was given last, where it began in an earlier chunk.
  public private(set) var held: [UInt8] = []
  private var parser = AnnexBParser()

  /// A collector at the beginning of a stream.
  /// - Parameter limit: how much of a unit is kept where it lies across chunks, in bytes.
  public init(limit: Int) { self.limit = max(0, limit) }

  /// Bytes before the first start code that should not be there.
  public var leadingGarbage: UInt64 { parser.leadingGarbage }
  /// The stream's byte that is looked at next.
  public var position: UInt64 { parser.position }
  /// How many units have ended.
  public var unitCount: UInt64 { parser.unitCount }

  /// The next unit that ends in `chunk[cursor..<end]`; nil when all of that is used up.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> Unit? {
    let start = cursor
    let base = parser.position
    if hasHanded { forget() }
    guard let unit = parser.next(in: chunk, from: &cursor, to: end) else {
      if parser.isOpen { keep(chunk, from: max(parser.openUnitOffset, base), base: base, start, end) }
      return nil
    }
    hasHanded = true
    if held.isEmpty, unit.offset >= base {
      let first = start + Int(unit.offset - base)
      return Unit(position: unit, range: first..<first + Int(unit.length), isHeld: false)
    }
    // Zeros at the end of the chunk before were kept and may not belong to the unit: then nothing of this chunk does.
    let stop = unit.offset + unit.length
    if stop > base { keep(chunk, from: max(unit.offset, base), base: base, start, start + Int(stop - base)) }
    return Unit(position: unit, range: 0..<min(held.count, Int(clamping: unit.length)), isHeld: true)
  }

  /// The last unit, which the end of the stream ends; its bytes are in `held`.
  public mutating func finish() -> Unit? {
    if hasHanded { forget() }
    return parser.finish().map { Unit(position: $0, range: 0..<min(held.count, Int(clamping: $0.length)), isHeld: true) }
  }

  /// True once a unit was given: what is held of it goes with the next call.
  private var hasHanded = false

  private mutating func forget() {
    held.removeAll(keepingCapacity: true)
    hasHanded = false
  }

  /// Keeps the bytes from the stream's byte `first` on that stand before index `end`.
  private mutating func keep(_ chunk: [UInt8], from first: UInt64, base: UInt64, _ start: Int, _ end: Int) {
    let from = start + Int(first - base)
    let count = min(end - from, limit - held.count)
    if count > 0 { held.append(contentsOf: chunk[from..<from + count]) }
  }
}
