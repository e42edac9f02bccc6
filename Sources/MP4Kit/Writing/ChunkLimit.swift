/// Limits a chunk to one second or 1 MiB, to bound the memory of players that read whole chunks.
struct ChunkLimit: Sendable {
  private static var maxBytes: UInt64 { 1 << 20 }

  private var bytes: UInt64 = 0
  private var duration: UInt64 = 0
  private var isEmpty = true

  /// Adds the next sample and returns whether it begins a chunk: true for the first sample and for one that exceeds the limits of the
  /// current chunk.
  mutating func begins(duration: UInt32, size: UInt32, timescale: UInt32) -> Bool {
    let begins = isEmpty || bytes + UInt64(size) > Self.maxBytes || self.duration + UInt64(duration) > UInt64(timescale)
    bytes = begins ? UInt64(size) : bytes + UInt64(size)
    self.duration = begins ? UInt64(duration) : self.duration + UInt64(duration)
    isEmpty = false
    return begins
  }
}
