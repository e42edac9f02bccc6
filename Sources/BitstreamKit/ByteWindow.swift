/// A stretch of a source in memory, moved along as it is asked for: small steps cost no read, far ones a small read.
public struct ByteWindow<Source: ByteSource> {
  /// Where the bytes come from.
  public var source: Source
  /// The bytes from `start` on.
  public private(set) var bytes: [UInt8] = []
  /// Where the window stands in the source.
  public private(set) var start: UInt64 = 0
  /// What a step just behind the window reads.
  private let most: Int
  /// What a step to anywhere else reads.
  private let least: Int

  /// A window that holds nothing yet.
  /// - Parameters:
  ///   - most: bytes that a step just behind the window reads, so that what is read in order takes few calls.
  ///   - least: bytes that a step to anywhere else reads.
  public init(_ source: Source, most: Int = 65536, least: Int = 4096) {
    self.source = source
    self.most = most
    self.least = least
  }

  /// Moves the window so that it holds the `count` bytes from `offset` on, where the source has them.
  /// - Returns: the index of the first of them in `bytes` and how many of them there are, at most `count`.
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
    try source.read(at: offset, count: max(count, isNear ? most : least), into: &bytes)
    return (0, min(count, bytes.count))
  }
}
