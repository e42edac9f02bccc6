import BitstreamKit

/// An incremental byte stream filter that extracts selected NAL units as a whole and passes everything else through, for chunks of any
/// size.
///
/// All bytes are output in order: passed bytes as ranges of the chunk, those of a selected unit in `held`.
///
///     while let event = filter.next(in: chunk, from: &cursor, to: chunk.count, wanting: { $0 & 31 == 7 }) { ... }
///     // at the end of the stream
///     if let event = filter.finish() { ... }
public struct AnnexBFilter: Sendable {
  /// What the stream contains next.
  public enum Event: Sendable, Equatable {
    /// Bytes to pass, including start codes and zeros, as a range of the chunk.
    case pass(Range<Int>)
    /// A selected unit: its bytes are in `held`, and `zeros` zero bytes follow it that no other event reports.
    case unit(AnnexBUnit, zeros: UInt64)
    /// The bytes in `held` pass after all: the start of a unit larger than the limit, or zeros that are not a unit.
    case passHeld
  }

  /// The maximum number of bytes buffered of a unit that spans chunks.
  public let limit: Int
  /// The bytes of the last event other than `pass`.
  public private(set) var held: [UInt8] = []
  private var parser = AnnexBParser()
  /// Whether the open unit is selected; nil until its first byte is available.
  private var isWanted: Bool?
  /// A selected unit that has ended but has not been reported yet.
  private var ended: AnnexBUnit?
  /// The stream offset up to which all bytes are passed or held.
  private var given: UInt64 = 0
  /// The start of the chunk, as stream offset and as index; `scan` is the index of the next byte to parse.
  private var chunkStart: (position: UInt64, index: Int)?
  private var scan = 0
  private var hasReturned = false

  /// Creates a filter at the start of a stream.
  public init(limit: Int = 1 << 26) { self.limit = max(0, limit) }

  /// The number of completed units.
  public var unitCount: UInt64 { parser.unitCount }
  /// The number of invalid bytes before the first start code.
  public var leadingGarbage: UInt64 { parser.leadingGarbage }
  /// The number of bytes parsed.
  public var position: UInt64 { parser.position }

  /// Returns the next event of `chunk[cursor..<end]`; nil when all of it is consumed.
  /// - Parameter wanting: returns whether to extract a unit, given its first byte.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int, wanting: (UInt8) -> Bool) -> Event? {
    if hasReturned { forget() }
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

  /// Returns the last unit, at the end of the stream, if it is selected.
  public mutating func finish() -> Event? {
    if hasReturned { forget() }
    guard let unit = parser.finish(), isWanted == true else { return nil }
    return give(unit, [])
  }

  /// At the end of the chunk: passes everything except the bytes of an open selected unit.
  private mutating func rest(_ chunk: [UInt8], _ wanting: (UInt8) -> Bool) -> Event? {
    if parser.isOpen, isWanted == nil, parser.openUnitOffset < parser.position {
      isWanted = wanting(chunk[index(max(given, parser.openUnitOffset))])
    }
    guard isWanted == true else { return pass(upTo: parser.position) }
    if let event = pass(upTo: parser.openUnitOffset) { return event }
    hold(chunk, upTo: parser.position)
    if held.count <= limit { return nil }
    isWanted = false
    hasReturned = true
    return .passHeld
  }

  private mutating func give(_ unit: AnnexBUnit, _ chunk: [UInt8]) -> Event {
    let end = unit.offset + unit.length
    hold(chunk, upTo: end)
    let zeros = given - end
    ended = nil
    isWanted = nil
    hasReturned = true
    // The first zero after an empty unit was taken for the first byte of a unit.
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
    hasReturned = false
  }
}
