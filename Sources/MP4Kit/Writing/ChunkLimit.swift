/// Where a chunk ends for its size: a player that reads by chunks has no more than a second or a mebibyte in hand.
struct ChunkLimit: Sendable {
  private static var mostBytes: UInt64 { 1 << 20 }

  private var bytes: UInt64 = 0
  private var duration: UInt64 = 0
  private var isEmpty = true

  /// Whether a sample begins a chunk: the first does, and one that no longer fits. Samples are told one after the other.
  mutating func begins(duration: UInt32, size: UInt32, timescale: UInt32) -> Bool {
    let begins = isEmpty || bytes + UInt64(size) > Self.mostBytes || self.duration + UInt64(duration) > UInt64(timescale)
    bytes = begins ? UInt64(size) : bytes + UInt64(size)
    self.duration = begins ? UInt64(duration) : self.duration + UInt64(duration)
    isEmpty = false
    return begins
  }
}
