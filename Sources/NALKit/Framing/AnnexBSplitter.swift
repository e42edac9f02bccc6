import BitstreamKit

/// Finds NAL units like `AnnexBParser` and also delivers their bytes in pieces: a unit may be larger than any buffer.
public struct AnnexBSplitter: Sendable {
  /// What the stream contains next.
  public enum Event: Sendable, Equatable {
    /// Bytes of the open unit, as a range of the chunk.
    case bytes(Range<Int>)
    /// Zero bytes at the end of an earlier chunk that turned out to belong to the open unit.
    case zeros(UInt64)
    /// The unit is complete.
    case end(AnnexBUnit)
  }

  private var parser = AnnexBParser()
  /// The stream offset up to which the open unit's bytes were delivered.
  private var delivered: UInt64 = 0
  /// A unit that has ended and whose last bytes are not delivered yet.
  private var ended: AnnexBUnit?
  /// The stream offset up to which bytes certainly belong to the open unit; zeros after it may not.
  private var safeEnd: UInt64 = 0
  /// The start of the last parser call, as stream offset and as index of the chunk.
  private var seen: (position: UInt64, index: Int) = (0, 0)

  /// Creates a splitter at the start of a stream.
  public init() {}

  /// The number of invalid bytes before the first start code.
  public var leadingGarbage: UInt64 { parser.leadingGarbage }

  /// Returns the next event of `chunk[cursor..<end]`; nil when all of it is consumed.
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

  /// Returns the remaining events at the end of the stream; call until it returns nil.
  public mutating func finish() -> Event? {
    parser.finish().map { .end($0) }
  }

  /// Returns the undelivered bytes of the unit up to `stop`: first the held zeros, then bytes of the chunk.
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
