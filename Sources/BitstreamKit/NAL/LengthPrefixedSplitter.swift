/// Takes a sample of length-prefixed NAL units apart that comes in pieces of any size, and hands the units' bytes over as they come:
/// a unit may be larger than any buffer. Lengths stand before the units, so what is to stand there instead can be written at once.
public struct LengthPrefixedSplitter: Sendable {
  /// What the sample holds next.
  public enum Event: Sendable, Equatable {
    /// A unit of so many bytes begins.
    case begin(length: UInt32)
    /// Bytes of the unit, as indices of the chunk.
    case bytes(Range<Int>)
  }

  /// The size of the lengths.
  public let lengthSize: NALLengthSize
  private var length: UInt32 = 0
  private var lengthBytes = 0
  private var left: UInt32 = 0

  /// A splitter at the beginning of a sample.
  public init(lengthSize: NALLengthSize) { self.lengthSize = lengthSize }

  /// Whether the sample may end here: behind a whole unit.
  public var isBetweenUnits: Bool { lengthBytes == 0 && left == 0 }

  /// The next event of `chunk[cursor..<end]`; nil when all of that is used up.
  public mutating func next(in chunk: [UInt8], from cursor: inout Int, to end: Int) -> Event? {
    while cursor < end {
      if left > 0 {
        let count = min(Int(clamping: left), end - cursor)
        left -= UInt32(truncatingIfNeeded: count)
        cursor += count
        return .bytes(cursor - count..<cursor)
      }
      length = length << 8 | UInt32(chunk[cursor])
      cursor += 1
      lengthBytes += 1
      if lengthBytes == lengthSize.rawValue {
        left = length
        defer { (length, lengthBytes) = (0, 0) }
        return .begin(length: length)
      }
    }
    return nil
  }
}
