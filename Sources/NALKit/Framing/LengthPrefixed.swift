import BitstreamKit

/// The position and first bytes of a NAL unit in a sample.
public struct LengthPrefixedUnit: Sendable, Equatable {
  /// The offset of the unit's length field in the sample.
  public var lengthOffset: UInt64
  /// The size in bytes of the unit with its header, from the length field.
  public var length: UInt32
  /// The unit's first bytes, big-endian and left-aligned; `headCount` of them are valid.
  public var head: UInt64
  /// min(8, `length`), or less if the sample is truncated.
  public var headCount: Int
}

/// An incremental parser that finds the NAL units of one sample, for chunks of any size. It copies nothing.
public struct LengthPrefixedParser: Sendable {
  /// The size of the length fields.
  public let lengthSize: NALLengthSize
  /// The sample offset of the next byte to parse.
  public private(set) var position: UInt64 = 0
  private var unit = LengthPrefixedUnit(lengthOffset: 0, length: 0, head: 0, headCount: 0)
  /// The number of bytes of the length field read so far; `bodyLeft` is the number of bytes of the unit left.
  private var lengthBytes = 0
  private var bodyLeft: UInt32 = 0

  /// Creates a parser at the start of a sample.
  public init(lengthSize: NALLengthSize) { self.lengthSize = lengthSize }

  /// The number of following bytes that the parser does not need: the caller may seek past them and call `skip`.
  public var skippable: UInt32 { lengthBytes == lengthSize.rawValue && unit.headCount == 8 ? bodyLeft : 0 }

  /// Skips `count` bytes, at most `skippable`. If they complete a unit, `next` returns it, also for an empty range.
  public mutating func skip(_ count: UInt32) {
    let passed = min(count, skippable)
    bodyLeft -= passed
    position += UInt64(passed)
  }

  /// Returns the next unit that ends in `chunk[cursor..<end]`; nil when all of it is consumed.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> LengthPrefixedUnit? {
    let end = min(end, chunk.count)
    while true {
      if lengthBytes == lengthSize.rawValue {
        while unit.headCount < 8, bodyLeft > 0, cursor < end {
          unit.head |= UInt64(chunk[cursor]) << UInt64(56 - 8 * unit.headCount)
          unit.headCount += 1
          bodyLeft -= 1
          cursor += 1
          position += 1
        }
        let passed = min(Int(clamping: bodyLeft), max(0, end - cursor))
        cursor += passed
        position += UInt64(passed)
        bodyLeft -= UInt32(passed)
        if bodyLeft > 0 { return nil }
        lengthBytes = 0
        return unit
      }
      if cursor >= end { return nil }
      if lengthBytes == 0 { unit = LengthPrefixedUnit(lengthOffset: position, length: 0, head: 0, headCount: 0) }
      unit.length = unit.length << 8 | UInt32(chunk[cursor])
      lengthBytes += 1
      cursor += 1
      position += 1
      bodyLeft = unit.length
    }
  }

  /// Ends the sample: returns nil at a unit boundary, otherwise the truncation error and the incomplete unit. Call it when `next` has returned
  /// nil.
  public mutating func finish() -> (error: SyntaxError, unit: LengthPrefixedUnit?)? {
    let inLength = lengthBytes < lengthSize.rawValue
    if lengthBytes == 0 || !inLength && bodyLeft == 0 { return nil }
    let error = SyntaxError(
      .truncated(
        needed: inLength ? lengthSize.rawValue * 8 : Int(clamping: UInt64(unit.length) * 8),
        left: inLength ? lengthBytes * 8 : Int(clamping: UInt64(unit.length - bodyLeft) * 8)),
      element: inLength ? "NALUnitLength" : "NALUnit", byteOffset: unit.lengthOffset)
    return (error, inLength ? nil : unit)
  }
}
