import BitstreamKit

/// The bytes around the samples that are read next: two adjacent reads of a source.
///
/// The tracks of a file are read in turns, each a little before or after the place of the other. A window of one read moves back and forth
/// between them, and reads most bytes twice; here the second read begins where the first ends, and both are kept.
struct SampleWindows {
  /// The largest number of bytes per read, unless a caller wants more at once.
  static var maxCount: Int { 1 << 18 }
  private static var minCount: Int { 1 << 12 }

  /// The bytes that the ranges returned by `load` refer to.
  private(set) var bytes: [UInt8] = []
  private var start: UInt64 = 0
  private var used = 0
  /// The other read.
  private var others: [UInt8] = []
  private var othersStart: UInt64 = 0
  private var othersUsed = 0
  /// Bytes per read: doubled while most bytes read are used, halved while most are not, and the most where a track is a little further back.
  private var count = minCount

  /// Loads bytes from an offset, at least one.
  /// - Returns: their range in `bytes`: at most `wanted`.
  /// - Throws: `ByteError` if the source ends before the offset or cannot be read.
  mutating func load(_ offset: UInt64, wanted: Int, from source: inout AnyByteSource) throws(ByteError) -> Range<Int> {
    if !holds(offset) {
      exchange()
      if !holds(offset) { try read(offset, wanted: wanted, from: &source) }
    }
    let first = Int(offset - start)
    let part = first..<min(bytes.count, first + wanted)
    used += part.count
    return part
  }

  private func holds(_ offset: UInt64) -> Bool { offset >= start && offset - start < UInt64(bytes.count) }

  private mutating func exchange() {
    swap(&bytes, &others)
    (start, used, othersStart, othersUsed) = (othersStart, othersUsed, start, used)
  }

  /// Replaces the read that is further back.
  private mutating func read(_ offset: UInt64, wanted: Int, from source: inout AnyByteSource) throws(ByteError) {
    let last = max(start, othersStart)
    let isAgain = offset < last && last - offset < UInt64(Self.maxCount)
    let isUsed = (used + othersUsed) * 2 >= bytes.count + others.count
    count = isAgain ? Self.maxCount : isUsed ? min(count * 2, Self.maxCount) : max(count / 2, Self.minCount)
    if start > othersStart { exchange() }
    // A track that is further back needs the bytes in between.
    let end = othersStart + UInt64(others.count)
    let isNear = !others.isEmpty && offset >= end && offset - end + UInt64(wanted) <= UInt64(count)
    start = isNear ? end : offset
    used = 0
    try source.read(at: start, count: max(wanted, count), into: &bytes)
    if !holds(offset) { throw ByteError("the file ends at \(source.byteCount), inside a sample") }
  }
}
