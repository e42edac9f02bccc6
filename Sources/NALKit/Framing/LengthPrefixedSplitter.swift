import BitstreamKit

/// Splits a sample into length-prefixed NAL units, for chunks of any size, and delivers their bytes in pieces: a unit may be larger than
/// any buffer. The length is reported first, so the prefix of another framing can be written at once.
public struct LengthPrefixedSplitter: Sendable {
  /// What the sample contains next.
  public enum Event: Sendable, Equatable {
    /// The start of a unit of this length.
    case begin(length: UInt32)
    /// Bytes of the unit, as a range of the chunk.
    case bytes(Range<Int>)
  }

  /// The size of the length fields.
  public let lengthSize: NALLengthSize
  private var length: UInt32 = 0
  private var lengthBytes = 0
  private var left: UInt32 = 0

  /// Creates a splitter at the start of a sample.
  public init(lengthSize: NALLengthSize) { self.lengthSize = lengthSize }

  /// Whether the sample may end here, at a unit boundary.
  public var isBetweenUnits: Bool { lengthBytes == 0 && left == 0 }

  /// Returns the next event of `chunk[cursor..<end]`; nil when all of it is consumed.
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
