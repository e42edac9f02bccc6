/// Lets a byte stream pass in pieces of any size and takes out of it, whole, the NAL units that somebody wants.
///
/// All bytes come out in their order: those that pass as ranges of the chunk, those of a wanted unit as `held`.
///
///     while let event = filter.next(in: chunk, from: &cursor, to: chunk.count, wanting: { $0 & 31 == 7 }) { ... }
///     // at the end of the stream
///     if let event = filter.finish() { ... }
public struct AnnexBFilter: Sendable {
  /// What the stream holds next.
  public enum Event: Sendable, Equatable {
    /// Bytes that pass, start codes and zeros among them, as indices of the chunk.
    case pass(Range<Int>)
    /// A wanted unit: its bytes are `held`; behind them stood `zeros` zero bytes that no other event gives.
    case unit(AnnexBUnit, zeros: UInt64)
    /// `held` passes after all: the beginning of a unit that is larger than the limit, or zeros that are no unit.
    case passHeld
  }

  /// A unit that lies across chunks is held up to this size.
  public let limit: Int
  /// The bytes of the last event that was not `pass`.
  public private(set) var held: [UInt8] = []
  private var parser = AnnexBParser()
  /// Whether the open unit is wanted; nil before its first byte is there.
  private var isWanted: Bool?
  /// A wanted unit that has ended and was not given yet.
  private var ended: AnnexBUnit?
  /// The stream's byte up to which all is passed or held.
  private var given: UInt64 = 0
  /// Where the chunk begins, in the stream and as an index, and the index that the parser looks at next.
  private var chunkStart: (position: UInt64, index: Int)?
  private var scan = 0
  private var hasHanded = false

  /// A filter at the beginning of a stream.
  public init(limit: Int = 1 << 26) { self.limit = max(0, limit) }

  /// How many units have ended.
  public var unitCount: UInt64 { parser.unitCount }
  /// Bytes before the first start code that should not be there.
  public var leadingGarbage: UInt64 { parser.leadingGarbage }
  /// How many bytes were looked at.
  public var position: UInt64 { parser.position }

  /// The next event of `chunk[cursor..<end]`; nil when all of that is used up.
  /// - Parameter wanting: says by its first byte whether a unit is wanted.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int, wanting: (UInt8) -> Bool) -> Event? {
    if hasHanded { forget() }
    if chunkStart == nil {
      chunkStart = (parser.position, cursor)
      scan = cursor
    }
    while true {
      if let unit = ended {
        if let event = pass(upTo: unit.offset) { return event }
        return give(unit, chunk)
      }
      if scan >= end {
        cursor = end
        if let event = rest(chunk, wanting) { return event }
        chunkStart = nil
        return nil
      }
      guard let unit = parser.next(in: chunk, from: &scan, to: end) else { continue }
      if isWanted ?? unit.headByte(0).map(wanting) ?? false { ended = unit } else { isWanted = nil }
    }
  }

  /// The last unit, which the end of the stream ends, where it is wanted.
  public mutating func finish() -> Event? {
    if hasHanded { forget() }
    guard let unit = parser.finish(), isWanted == true else { return nil }
    return give(unit, [])
  }

  /// Once the chunk is looked at to its end: all of it passes but what is of an open unit that is wanted.
  private mutating func rest(_ chunk: [UInt8], _ wanting: (UInt8) -> Bool) -> Event? {
    if parser.isOpen, isWanted == nil, parser.openUnitOffset < parser.position {
      isWanted = wanting(chunk[index(max(given, parser.openUnitOffset))])
    }
    guard isWanted == true else { return pass(upTo: parser.position) }
    if let event = pass(upTo: parser.openUnitOffset) { return event }
    hold(chunk, upTo: parser.position)
    if held.count <= limit { return nil }
    isWanted = false
    hasHanded = true
    return .passHeld
  }

  private mutating func give(_ unit: AnnexBUnit, _ chunk: [UInt8]) -> Event {
    let end = unit.offset + unit.length
    hold(chunk, upTo: end)
    let zeros = given - end
    ended = nil
    isWanted = nil
    hasHanded = true
    // The first zero behind an empty unit looked like the first byte of a unit.
    if unit.length == 0 { return .passHeld }
    held.removeLast(Int(zeros))
    return .unit(unit, zeros: zeros)
  }

  private mutating func pass(upTo stop: UInt64) -> Event? {
    if stop <= given { return nil }
    defer { given = stop }
    return .pass(index(given)..<index(stop))
  }

  private mutating func hold(_ chunk: [UInt8], upTo stop: UInt64) {
    if stop <= given { return }
    held.append(contentsOf: chunk[index(given)..<index(stop)])
    given = stop
  }

  private func index(_ position: UInt64) -> Int {
    guard let chunkStart else { return 0 }
    return chunkStart.index + Int(position - chunkStart.position)
  }

  private mutating func forget() {
    held.removeAll(keepingCapacity: true)
    hasHanded = false
  }
}
