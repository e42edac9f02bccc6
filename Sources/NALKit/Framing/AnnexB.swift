import BitstreamKit

/// The position and first bytes of a NAL unit in a byte stream (ITU-T H.264 Annex B, H.265 Annex B).
public struct AnnexBUnit: Sendable, Equatable {
  /// The stream offset of the start code, including zero_byte if it has four bytes.
  public var startCodeOffset: UInt64
  /// 3 or 4. A zero byte directly before 00 00 01 is counted as part of the start code.
  public var startCodeLength: Int
  /// The size in bytes of the NAL unit with its header, without start code and trailing zeros.
  public var length: UInt64
  /// The number of trailing_zero_8bits after the unit.
  public var trailingZeroBytes: UInt64
  /// The unit's first bytes, big-endian and left-aligned; `headCount` of them are valid.
  public var head: UInt64
  /// min(8, `length`).
  public var headCount: Int

  /// Creates a unit.
  @inlinable public init(
    startCodeOffset: UInt64, startCodeLength: Int, length: UInt64, trailingZeroBytes: UInt64 = 0, head: UInt64, headCount: Int
  ) {
    self.startCodeOffset = startCodeOffset
    self.startCodeLength = startCodeLength
    self.length = length
    self.trailingZeroBytes = trailingZeroBytes
    self.head = head
    self.headCount = headCount
  }

  /// The stream offset of the NAL unit.
  @inlinable public var offset: UInt64 { startCodeOffset + UInt64(startCodeLength) }
  /// Returns the byte at `index` of the first eight; nil if the unit is shorter.
  @inlinable @inline(__always) public func headByte(_ index: Int) -> UInt8? {
    index < headCount ? UInt8(truncatingIfNeeded: head >> UInt64(56 - 8 * index)) : nil
  }
}

/// An incremental byte stream parser that finds NAL units, for chunks of any size. It copies and buffers no data.
///
/// Usage, for chunks of any size:
///
///     var cursor = 0
///     while let unit = parser.next(in: chunk, from: &cursor, to: chunk.count) { ... }
///     // at the end of the stream
///     if let last = parser.finish() { ... }
public struct AnnexBParser: Sendable {
  /// The stream offset of the next byte to parse.
  public private(set) var position: UInt64 = 0
  /// The number of bytes before the first start code, other than zeros directly before it: invalid data.
  public private(set) var leadingGarbage: UInt64 = 0
  /// The number of completed units.
  public private(set) var unitCount: UInt64 = 0
  /// Whether a unit is open: from the first start code until `finish`.
  public private(set) var isOpen = false
  /// The number of zero bytes directly before `position`; the next nonzero byte determines whether they belong to the unit.
  private(set) var zeros: UInt64 = 0
  private var unit = AnnexBUnit(startCodeOffset: 0, startCodeLength: 3, length: 0, trailingZeroBytes: 0, head: 0, headCount: 0)
  /// The unit completed by the last successful `findEnd`.
  public private(set) var ended = AnnexBUnit(startCodeOffset: 0, startCodeLength: 3, length: 0, head: 0, headCount: 0)

  /// Creates a parser at the start of a stream.
  public init() {}

  /// The stream offset of the open unit, whose start code has been parsed.
  var openUnitOffset: UInt64 { unit.offset }

  /// Returns the next unit that ends in `chunk[cursor..<end]`; nil when all of it is consumed.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> AnnexBUnit? {
    findEnd(in: chunk, from: &cursor, to: end) ? ended : nil
  }

  /// Finds the end of the next unit in `chunk[cursor..<end]` and stores the unit in `ended`, which avoids a copy per unit.
  /// - Returns: false when all of it is consumed.
  public mutating func findEnd(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> Bool {
    let end = min(end, chunk.count)
    while cursor < end {
      fillHead(from: chunk, cursor, end)
      guard let one = startCodeEnd(in: chunk, &cursor, end) else { return false }
      // The open unit ends before the start code, the next one starts after it.
      let codeLength = min(zeros, 3) + 1
      let (start, trailing, hasEnded) = (position - (codeLength - 1), zeros - (codeLength - 1), isOpen)
      if hasEnded { close(at: position - zeros, trailing: trailing) } else { leadingGarbage = position - zeros }
      isOpen = true
      unit.startCodeOffset = start
      unit.startCodeLength = Int(codeLength)
      (unit.head, unit.headCount) = (0, 0)
      zeros = 0
      advance(to: one + 1, &cursor)
      fillHead(from: chunk, cursor, end)
      if hasEnded { return true }
    }
    return false
  }

  /// Returns the last unit, at the end of the stream.
  public mutating func finish() -> AnnexBUnit? {
    guard isOpen else { return nil }
    isOpen = false
    close(at: position - zeros, trailing: zeros)
    return ended
  }

  /// Returns the index of the byte 01 of the next start code, with `zeros` set to the number of zeros before it and `cursor` moved to it.
  @inline(__always) private mutating func startCodeEnd(in chunk: [UInt8], _ cursor: inout Int, _ end: Int) -> Int? {
    var from = cursor
    // Continues a run of zeros at the end of the previous chunk.
    if zeros > 0 {
      from = PatternSearch.firstNonZero(in: chunk, from: from, to: end)
      zeros += UInt64(from - cursor)
      advance(to: from, &cursor)
      if from == end { return nil }
      if zeros >= 2, chunk[from] == 1 { return from }
      zeros = 0
    }
    while let found = PatternSearch.firstIndex(in: chunk, from: from, to: end, third: 0, free: 1) {
      // The 01 is the third or fourth byte; one guess that is nearly always right.
      var one = found + 3 - Int(chunk[found + 2])
      if one >= end || chunk[one] != 1 { one = PatternSearch.firstNonZero(in: chunk, from: found + 2, to: end) }
      if one == end {
        zeros = UInt64(end - found)
        advance(to: end, &cursor)
        return nil
      }
      if chunk[one] == 1 {
        zeros = UInt64(one - found)
        advance(to: one, &cursor)
        return one
      }
      from = one
    }
    var first = end
    while first > from, chunk[first - 1] == 0 { first -= 1 }
    zeros = UInt64(end - first)
    advance(to: end, &cursor)
    return nil
  }

  @inline(__always) private mutating func close(at end: UInt64, trailing: UInt64) {
    unitCount &+= 1
    ended.startCodeOffset = unit.startCodeOffset
    ended.startCodeLength = unit.startCodeLength
    ended.length = end - unit.offset
    ended.trailingZeroBytes = trailing
    (ended.head, ended.headCount) = (unit.head, unit.headCount)
    if ended.length < 8 {
      ended.headCount = min(unit.headCount, Int(ended.length))
      ended.head &= ended.headCount == 0 ? 0 : ~0 << UInt64(64 - 8 * ended.headCount)
    }
  }

  /// Collects the unit's first bytes, which may continue in the next chunk.
  @inline(__always) private mutating func fillHead(from chunk: [UInt8], _ cursor: Int, _ end: Int) {
    guard unit.headCount < 8, isOpen, unit.offset + UInt64(unit.headCount) == position else { return }
    if unit.headCount == 0, cursor &+ 8 <= end {
      unit.head = chunk.bigEndian64(at: cursor)
      unit.headCount = 8
      return
    }
    let stop = min(end, cursor + 8 - unit.headCount)
    for index in cursor..<stop {
      unit.head |= UInt64(chunk[index]) << UInt64(56 - 8 * unit.headCount)
      unit.headCount += 1
    }
  }

  @inline(__always) private mutating func advance(to index: Int, _ cursor: inout Int) {
    position += UInt64(index - cursor)
    cursor = index
  }
}
