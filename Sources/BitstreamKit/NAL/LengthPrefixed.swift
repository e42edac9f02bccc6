/// The size of the numbers before NAL units in MP4 and FLV (ISO/IEC 14496-15 5.3.3.1: lengthSizeMinusOne).
public struct NALLengthSize: RawRepresentable, Sendable, Hashable {
  /// 1, 2 or 4 bytes; 3 is reserved, which some files use all the same.
  public let rawValue: Int

  /// A size in bytes, 1 to 4.
  public init?(rawValue: Int) {
    guard (1...4).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Four bytes, what nearly all files use.
  public static let four = NALLengthSize(unchecked: 4)
  /// True for 3, which is read and never written.
  public var isReserved: Bool { rawValue == 3 }

  private init(unchecked: Int) { rawValue = unchecked }

  /// Appends a unit behind its length.
  /// - Throws: where the unit is too long for a length of this size, or the size is the reserved one.
  public func append(_ unit: [UInt8], to sample: inout [UInt8]) throws(SyntaxError) {
    if isReserved { throw SyntaxError(.inconsistent("lengths of 3 bytes are reserved"), element: "lengthSizeMinusOne") }
    if rawValue < 4, unit.count >> (8 * rawValue) != 0 || unit.count > UInt32.max {
      throw SyntaxError(.inconsistent("\(unit.count) bytes do not fit a length of \(rawValue) bytes"), element: "NALUnitLength")
    }
    for shift in stride(from: 8 * (rawValue - 1), through: 0, by: -8) { sample.append(UInt8(truncatingIfNeeded: unit.count >> shift)) }
    sample.append(contentsOf: unit)
  }
}

/// Where a NAL unit stands in a sample, and its first bytes.
public struct LengthPrefixedUnit: Sendable, Equatable {
  /// The sample's byte at which the unit's length stands.
  public var lengthOffset: UInt64
  /// Bytes of the unit, header included, as its length says.
  public var length: UInt32
  /// The unit's first bytes, the very first in the highest; `headCount` of them are real.
  public var head: UInt64
  /// min(8, `length`), less where the sample ends before.
  public var headCount: Int
}

/// Finds the NAL units of one sample that comes in pieces of any size. It copies nothing.
public struct LengthPrefixedParser: Sendable {
  /// The size of the lengths.
  public let lengthSize: NALLengthSize
  /// The sample's byte that the parser looks at next.
  public private(set) var position: UInt64 = 0
  private var unit = LengthPrefixedUnit(lengthOffset: 0, length: 0, head: 0, headCount: 0)
  /// Bytes of the length that were read, then bytes of the unit that are still to come.
  private var lengthBytes = 0
  private var bodyLeft: UInt32 = 0

  /// A parser at the beginning of a sample.
  public init(lengthSize: NALLengthSize) { self.lengthSize = lengthSize }

  /// Bytes that hold nothing the parser looks at: a feeder that can seek may leave them out and call `skip`.
  public var skippable: UInt32 { lengthBytes == lengthSize.rawValue && unit.headCount == 8 ? bodyLeft : 0 }

  /// Passes over `count` bytes, at most `skippable`.
  public mutating func skip(_ count: UInt32) {
    bodyLeft -= min(count, bodyLeft)
    position += UInt64(count)
  }

  /// The next unit whose bytes end in `chunk[cursor..<end]`; nil when all of that is used up.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> LengthPrefixedUnit? {
    while true {
      if lengthBytes == lengthSize.rawValue {
        while unit.headCount < 8, bodyLeft > 0, cursor < end {
          unit.head |= UInt64(chunk[cursor]) << UInt64(56 - 8 * unit.headCount)
          unit.headCount += 1
          bodyLeft -= 1
          cursor += 1
          position += 1
        }
        let passed = min(Int(clamping: bodyLeft), end - cursor)
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

  /// Says what the end of the sample cut off: nil where it came behind a whole unit, else the error and what was there of the unit.
  public mutating func finish() -> (error: SyntaxError, unit: LengthPrefixedUnit?)? {
    if lengthBytes == 0 { return nil }
    let inLength = lengthBytes < lengthSize.rawValue
    let error = SyntaxError(
      .truncated(
        needed: inLength ? lengthSize.rawValue * 8 : Int(clamping: UInt64(unit.length) * 8),
        left: inLength ? lengthBytes * 8 : Int(clamping: UInt64(unit.length - bodyLeft) * 8)),
      element: inLength ? "NALUnitLength" : "NALUnit", byteOffset: unit.lengthOffset)
    return (error, inLength ? nil : unit)
  }
}
