/// Bytes to send, removed from the front as they are sent.
public struct RTMPOutput: Sendable {
  /// The buffer with the bytes at `range`.
  public internal(set) var bytes: [UInt8] = []
  private var first = 0
  /// The maximum buffer capacity kept when all is sent.
  private static var maxSpareCapacity: Int { 1 << 18 }

  init() {}

  /// The range of the bytes in `bytes`.
  public var range: Range<Int> { first..<bytes.count }
  /// The number of bytes.
  public var count: Int { bytes.count - first }

  /// Removes the first `count` bytes, after they were sent.
  public mutating func drop(_ count: Int) {
    first = min(bytes.count, first + max(0, count))
    if first < bytes.count {
      // Compacts when the larger part was sent, so that each byte is moved at most once.
      if first > 1 << 16, first > bytes.count / 2 {
        bytes.removeSubrange(..<first)
        first = 0
      }
      return
    }
    first = 0
    if bytes.capacity > Self.maxSpareCapacity { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
  }
}
