import BitstreamKit

/// Ranges of a source, one after the other.
struct PartsSource: ByteSource {
  private let source: AnyByteSource
  private let parts: [Range<UInt64>]
  /// The offset of each part, and the end of the last one.
  private let starts: [UInt64]

  init(_ source: AnyByteSource, _ parts: [Range<UInt64>]) {
    (self.source, self.parts) = (source, parts)
    var starts: [UInt64] = [0]
    for part in parts { starts.append(starts[starts.count - 1] + (part.upperBound - part.lowerBound)) }
    self.starts = starts
  }

  var byteCount: UInt64 { starts[starts.count - 1] }

  func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    buffer.removeAll(keepingCapacity: true)
    // The part that holds the offset.
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle + 1] <= offset { low = middle + 1 } else { high = middle }
    }
    var (place, rest): (UInt64, [UInt8]) = (offset, [])
    while low < parts.count, buffer.count < count {
      let from = parts[low].lowerBound + (place - starts[low])
      let wanted = Int(clamping: min(UInt64(count - buffer.count), parts[low].upperBound - from))
      if buffer.isEmpty, wanted == count { return try source.read(at: from, count: wanted, into: &buffer) }
      try source.read(at: from, count: wanted, into: &rest)
      buffer.append(contentsOf: rest)
      if rest.count < wanted { return }
      place = starts[low + 1]
      low += 1
    }
  }
}
