import BitstreamKit

/// Brings bytes from a source to an output: ranges that follow each other go as one, small ones through one buffer.
struct SamplePump {
  /// Ranges of this size and more are the system's to copy.
  private static var directSize: UInt64 { 1 << 16 }
  private static var bufferSize: Int { 1 << 18 }

  var source: AnyByteSource
  private let output: MediaOutput
  private var buffer: [UInt8] = []
  private var window: [UInt8] = []
  private var windowStart: UInt64 = 0
  /// How much is read at a time: more where reading goes on behind what was read, less where most of that was of no use.
  private var windowSize = 4096
  private var windowUsed = 0
  private var range: (start: UInt64, end: UInt64) = (0, 0)
  /// Bytes that were put so far.
  private(set) var position: UInt64 = 0
  /// Whether all bytes stay in memory until the first bytes of a sample have been read, so that an output whose samples cannot be read is
  /// not touched.
  private var isHeld = false

  init(_ source: AnyByteSource, _ output: MediaOutput) {
    self.source = source
    self.output = output
    buffer.reserveCapacity(Self.bufferSize)
  }

  var canReplace: Bool { output.replace != nil }

  /// Keeps what is put from now on until the first bytes of the source have been read, or `release` is called.
  mutating func holdUntilSample() { isHeld = true }

  /// Lets go what is held: a sample that was made is ready.
  mutating func release() { isHeld = false }

  /// Puts bytes that were made.
  mutating func put(_ bytes: [UInt8]) throws(ByteError) { try put(bytes, 0..<bytes.count) }

  /// Puts a part of bytes that were made.
  mutating func put(_ bytes: [UInt8], _ part: Range<Int>) throws(ByteError) {
    try endRange()
    position += UInt64(part.count)
    if part.count >= Self.bufferSize, !isHeld {
      try flushBuffer()
      try output.append(bytes, part)
      return
    }
    buffer.append(contentsOf: bytes[part])
    if buffer.count >= Self.bufferSize { try flushBuffer() }
  }

  /// Puts bytes of the source.
  @inline(__always) mutating func put(_ offset: UInt64, _ size: UInt64) throws(ByteError) {
    if range.end == offset, range.end > range.start {
      range.end = offset &+ size
    } else {
      try endRange()
      range = (offset, offset &+ size)
    }
    position &+= size
  }

  private mutating func endRange() throws(ByteError) {
    var (next, end) = range
    range = (0, 0)
    if next == end { return }
    if isHeld {
      if end > source.byteCount { throw ByteError("the file ends at \(source.byteCount), inside of a sample") }
      _ = try window(at: next, wanted: 1)
      isHeld = false
    }
    if end - next >= Self.directSize, let copy = output.copy {
      try flushBuffer()
      return try copy(next, end - next)
    }
    while next < end {
      let part = try window(at: next, wanted: Int(min(end - next, UInt64(Self.bufferSize))))
      if buffer.isEmpty, part.count >= Self.bufferSize / 2 {
        try output.append(window, part)
      } else {
        buffer.append(contentsOf: window[part])
        if buffer.count >= Self.bufferSize { try flushBuffer() }
      }
      next += UInt64(part.count)
    }
  }

  /// Bytes of the source from an offset on, at least one and at most `wanted`: their place in the window.
  private mutating func window(at offset: UInt64, wanted: Int) throws(ByteError) -> Range<Int> {
    if offset < windowStart || offset - windowStart >= UInt64(window.count) {
      windowSize = windowUsed * 2 >= window.count ? min(windowSize * 2, Self.bufferSize) : max(windowSize / 2, 4096)
      try source.read(at: offset, count: max(wanted, windowSize), into: &window)
      (windowStart, windowUsed) = (offset, 0)
      if window.isEmpty { throw ByteError("the file ends at \(source.byteCount), inside of a sample") }
    }
    let start = Int(offset - windowStart)
    let part = start..<min(window.count, start + wanted)
    windowUsed += part.count
    return part
  }

  private mutating func flushBuffer() throws(ByteError) {
    if buffer.isEmpty || isHeld { return }
    try output.append(buffer, 0..<buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Everything that was put is on its way.
  mutating func flush() throws(ByteError) {
    try endRange()
    try flushBuffer()
  }

  /// Everything that was put is where a loss of power leaves it, where anybody can say.
  mutating func synchronize() throws(ByteError) {
    try flush()
    try output.synchronize?()
  }

  /// Replaces bytes that were put before.
  mutating func replace(at offset: UInt64, _ bytes: [UInt8]) throws(ByteError) {
    try flush()
    try output.replace?(offset, bytes)
  }
}
