/// A window of a source in memory that moves on demand: small steps need no read, distant ones a small read.
public struct ByteWindow<Source: ByteSource> {
  /// The underlying source.
  public var source: Source
  /// The bytes at offset `start`.
  public private(set) var bytes: [UInt8] = []
  /// The offset of the window in the source.
  public private(set) var start: UInt64 = 0
  /// The number of bytes read by a step to just after the window.
  private let maxBytes: Int
  /// The number of bytes read by any other step.
  private let minBytes: Int

  /// Creates an empty window.
  /// - Parameters:
  ///   - maxBytes: the number of bytes read by a step to just after the window, so that sequential access needs few calls.
  ///   - minBytes: the number of bytes read by any other step.
  public init(_ source: Source, maxBytes: Int = 65536, minBytes: Int = 4096) {
    self.source = source
    self.maxBytes = maxBytes
    self.minBytes = minBytes
  }

  /// Moves the window so that it contains the `count` bytes at `offset`, as far as the source has them.
  /// - Returns: the index of the first of them in `bytes`, and their number, at most `count`.
  @inlinable @inline(__always) public mutating func load(_ offset: UInt64, _ count: Int) throws(ByteError) -> (first: Int, count: Int) {
    if offset >= start {
      let first = offset &- start
      if first <= UInt64(truncatingIfNeeded: bytes.count),
        UInt64(truncatingIfNeeded: count) <= UInt64(truncatingIfNeeded: bytes.count) &- first
      {
        return (Int(truncatingIfNeeded: first), count)
      }
    }
    return try move(offset, count)
  }

  @usableFromInline mutating func move(_ offset: UInt64, _ count: Int) throws(ByteError) -> (first: Int, count: Int) {
    let end = start &+ UInt64(bytes.count)
    let isNear = !bytes.isEmpty && offset >= start && offset <= end &+ 64
    start = offset
    try source.read(at: offset, count: max(count, isNear ? maxBytes : minBytes), into: &bytes)
    return (0, min(count, bytes.count))
  }
}
