/// Where a NAL unit stands in a byte stream, and its first bytes (ITU-T H.264 Annex B, H.265 Annex B).
public struct AnnexBUnit: Sendable, Equatable {
  /// The file's byte at which the start code begins: its zero_byte where it has four bytes.
  public var startCodeOffset: UInt64
  /// 3 or 4. A zero byte directly before 00 00 01 is taken as the start code's own.
  public var startCodeLength: Int
  /// Bytes of the NAL unit alone: its header counts, the start code and the zeros behind do not.
  public var length: UInt64
  /// trailing_zero_8bits behind the unit.
  public var trailingZeroBytes: UInt64
  /// The unit's first bytes, the very first in the highest; `headCount` of them are real.
  public var head: UInt64
  /// min(8, `length`).
  public var headCount: Int

  /// A unit at its place.
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

  /// The file's byte at which the NAL unit begins.
  @inlinable public var offset: UInt64 { startCodeOffset + UInt64(startCodeLength) }
  /// The byte at `index` of the first eight, nil where the unit has no such byte.
  @inlinable @inline(__always) public func headByte(_ index: Int) -> UInt8? {
    index < headCount ? UInt8(truncatingIfNeeded: head >> UInt64(56 - 8 * index)) : nil
  }
}

/// Finds NAL units in a byte stream that comes in pieces of any size. It copies nothing and holds nothing but numbers.
///
/// Feed it like this, whatever the pieces are:
///
///     var cursor = 0
///     while let unit = parser.next(in: chunk, from: &cursor, to: chunk.count) { ... }
///     // at the end of the stream
///     if let last = parser.finish() { ... }
public struct AnnexBParser: Sendable {
  /// The stream's byte that the parser looks at next.
  public private(set) var position: UInt64 = 0
  /// Bytes before the first start code that are not zeros, nor followed by zeros up to it: what should not be there.
  public private(set) var leadingGarbage: UInt64 = 0
  /// How many units have ended.
  public private(set) var unitCount: UInt64 = 0
  /// True while a unit is open: from the first start code on, until `finish`.
  public private(set) var isOpen = false
  /// Zero bytes directly before `position`; they belong to the unit or not, which the next byte that is not zero tells.
  private(set) var zeros: UInt64 = 0
  private var unit = AnnexBUnit(startCodeOffset: 0, startCodeLength: 3, length: 0, trailingZeroBytes: 0, head: 0, headCount: 0)
  /// The unit that `findEnd` found the end of.
  public private(set) var ended = AnnexBUnit(startCodeOffset: 0, startCodeLength: 3, length: 0, head: 0, headCount: 0)

  /// A parser at the beginning of a stream.
  public init() {}

  /// The first byte of the unit that is open, its start code passed and its end not yet found.
  var openUnitOffset: UInt64 { unit.offset }

  /// The next unit that ends in `chunk[cursor..<end]`; nil when all of that is used up.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> AnnexBUnit? {
    findEnd(in: chunk, from: &cursor, to: end) ? ended : nil
  }

  /// Looks for the end of the next unit in `chunk[cursor..<end]`: `ended` is that unit, which saves a copy where there are millions.
  /// - Returns: false when all is used up.
  public mutating func findEnd(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> Bool {
    while cursor < end {
      fillHead(from: chunk, cursor, end)
      guard let one = startCodeEnd(in: chunk, &cursor, end) else { return false }
      // The open unit ends before the start code, and the next begins behind it.
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

  /// The last unit, which the end of the stream ends.
  public mutating func finish() -> AnnexBUnit? {
    guard isOpen else { return nil }
    isOpen = false
    close(at: position - zeros, trailing: zeros)
    return ended
  }

  /// The index of the byte 01 of the next start code; `zeros` then counts the zeros before it, and `cursor` stands at it.
  @inline(__always) private mutating func startCodeEnd(in chunk: [UInt8], _ cursor: inout Int, _ end: Int) -> Int? {
    var from = cursor
    // A run of zeros that the chunk before ended with goes on here.
    if zeros > 0 {
      from = PatternSearch.firstNonZero(in: chunk, from: from, to: end)
      zeros += UInt64(from - cursor)
      advance(to: from, &cursor)
      if from == end { return nil }
      if zeros >= 2, chunk[from] == 1 { return from }
      zeros = 0
    }
    while let found = PatternSearch.firstIndex(in: chunk, from: from, to: end, third: 0, free: 1) {
      // The 01 is the third byte or, in one guess that is nearly always right, the fourth.
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

  /// Takes the unit's first bytes; where the chunk ends among them, those of the next chunk follow.
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
