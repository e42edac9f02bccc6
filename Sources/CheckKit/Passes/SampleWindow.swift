import BitstreamKit

/// The bytes of the samples of a track, which lie in runs between those of other tracks.
///
/// A step into the next run reads as many bytes as the runs before had, so that neither small runs read much of the other tracks nor long
/// ones need a read for each sample.
struct SampleWindow {
  private var source: AnyByteSource
  private(set) var bytes: [UInt8] = []
  /// The offset of `bytes` in the source.
  private var start: UInt64 = 0
  /// Where the run of samples begins, and where its last one ends.
  private var run: (start: UInt64, end: UInt64) = (0, 0)
  /// The length that a run is expected to have.
  private var expected: UInt64 = minRead

  /// The least and the greatest number of bytes of a read.
  private static let minRead: UInt64 = 1 << 10
  private static let maxRead: UInt64 = 1 << 16
  /// Samples that are not farther from the last one are in its run.
  private static let nearby: UInt64 = 1 << 11

  init(_ source: AnyByteSource) { self.source = source }

  /// Moves the window so that it contains a sample, as far as the file has it.
  /// - Returns: the index of its first byte in `bytes`, and the number of its bytes, at most `count`.
  @inline(__always) mutating func load(_ offset: UInt64, _ count: Int) throws(ByteError) -> (first: Int, count: Int) {
    if offset >= start, offset &- start <= UInt64(bytes.count), UInt64(count) <= UInt64(bytes.count) &- (offset &- start) {
      run.end = offset &+ UInt64(count)
      return (Int(truncatingIfNeeded: offset &- start), count)
    }
    return try move(offset, count)
  }

  @inline(never) private mutating func move(_ offset: UInt64, _ count: Int) throws(ByteError) -> (first: Int, count: Int) {
    if offset >= run.start, offset <= run.end &+ Self.nearby {
      // The run is longer than expected.
      expected = min(Self.maxRead, expected * 2)
    } else {
      // Runs differ by a few samples.
      let length = run.end > run.start ? run.end - run.start : 0
      expected = min(Self.maxRead, max(Self.minRead, length + length / 4))
      run.start = offset
    }
    start = offset
    run.end = offset &+ UInt64(count)
    try source.read(at: offset, count: max(count, Int(expected)), into: &bytes)
    return (0, min(count, bytes.count))
  }
}
