/// Finds NAL units like `AnnexBParser` and hands over their bytes as well, in the pieces in which they come: a unit may be larger
/// than any buffer.
public struct AnnexBSplitter: Sendable {
  /// What the stream holds next.
  public enum Event: Sendable, Equatable {
    /// Bytes of the open unit, as indices of the chunk.
    case bytes(Range<Int>)
    /// Zero bytes of the open unit that an earlier chunk ended with: only now is it certain that they belong to the unit.
    case zeros(UInt64)
    /// The unit is complete.
    case end(AnnexBUnit)
  }

  private var parser = AnnexBParser()
  /// The stream's byte up to which the open unit's bytes were handed over.
  private var delivered: UInt64 = 0
  /// A unit that ended and whose last bytes are still to be handed over.
  private var ended: AnnexBUnit?
  /// Up to here the open unit's bytes are certain: zeros behind may not be its own.
  private var safeEnd: UInt64 = 0
  /// Where the parser last started to look: the stream's byte and the chunk's index.
  private var seen: (position: UInt64, index: Int) = (0, 0)

  /// A splitter at the beginning of a stream.
  public init() {}

  /// Bytes before the first start code that should not be there.
  public var leadingGarbage: UInt64 { parser.leadingGarbage }

  /// The next event of `chunk[cursor..<end]`; nil when all of that is used up.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> Event? {
    while true {
      if let unit = ended {
        if let event = deliver(upTo: unit.offset + unit.length) { return event }
        ended = nil
        delivered = parser.openUnitOffset
        return .end(unit)
      }
      if let event = deliver(upTo: safeEnd) { return event }
      if cursor >= end { return nil }
      seen = (parser.position, cursor)
      let wasOpen = parser.isOpen
      ended = parser.next(in: chunk, from: &cursor, to: end)
      if !wasOpen { delivered = ended?.offset ?? (parser.isOpen ? parser.openUnitOffset : parser.position) }
      if ended == nil { safeEnd = parser.isOpen ? parser.position - parser.zeros : delivered }
    }
  }

  /// What the end of the stream ends; call it until it gives nil.
  public mutating func finish() -> Event? {
    parser.finish().map { .end($0) }
  }

  /// The part of the unit's bytes up to `stop` that was not handed over yet: held zeros first, then what stands in the chunk.
  private mutating func deliver(upTo stop: UInt64) -> Event? {
    if stop <= delivered { return nil }
    if delivered < seen.position {
      let zeros = min(stop, seen.position) - delivered
      delivered += zeros
      return .zeros(zeros)
    }
    let range = seen.index + Int(delivered - seen.position)..<seen.index + Int(stop - seen.position)
    delivered = stop
    return .bytes(range)
  }
}
