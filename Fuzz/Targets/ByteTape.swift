/// Decisions taken from the bytes of an input, from its start; zeros after its end.
struct ByteTape {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { next >= bytes.count }

  mutating func byte() -> UInt8 {
    if isAtEnd { return 0 }
    next += 1
    return bytes[next - 1]
  }

  /// A big-endian number of `count` bytes.
  mutating func number(_ count: Int) -> UInt64 {
    var value: UInt64 = 0
    for _ in 0..<count { value = value << 8 | UInt64(byte()) }
    return value
  }

  /// At most `count` bytes.
  mutating func take(_ count: Int) -> [UInt8] {
    let end = min(bytes.count, next + max(0, count))
    defer { next = end }
    return Array(bytes[next..<end])
  }

  mutating func rest() -> [UInt8] { take(bytes.count - next) }
}

/// Cuts bytes into chunks whose sizes depend on `seed`: 0 for single bytes.
func chunks(of bytes: [UInt8], seed: UInt8) -> [[UInt8]] {
  var chunks: [[UInt8]] = []
  var state = UInt32(seed) &* 0x9E37_79B9
  var start = 0
  while start < bytes.count {
    state = state &* 1_664_525 &+ 1_013_904_223
    // Mostly short: 1 to 2, 4, … 256 bytes.
    let most = UInt32(2) << (state >> 28 & 7)
    let size = seed == 0 ? 1 : Int((state >> 8) % most) + 1
    let end = min(bytes.count, start + size)
    chunks.append(Array(bytes[start..<end]))
    start = end
  }
  return chunks
}
