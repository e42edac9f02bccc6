import BitstreamKit

/// Concatenates sources.
public struct JoinedSource: ByteSource {
  private var sources: [AnyByteSource]
  /// Offset of each source in the concatenation.
  public let starts: [UInt64]
  public let byteCount: UInt64

  /// Concatenates sources in order.
  public init(_ sources: [AnyByteSource]) {
    self.sources = sources
    var (starts, end): ([UInt64], UInt64) = ([], 0)
    for source in sources {
      starts.append(end)
      let (sum, overflow) = end.addingReportingOverflow(source.byteCount)
      end = overflow ? .max : sum
    }
    self.starts = starts
    byteCount = end
  }

  /// The source that contains a byte, and the offset in it; nil beyond the end.
  public func place(of offset: UInt64) -> (source: Int, offset: UInt64)? {
    guard offset < byteCount, let index = starts.lastIndex(where: { $0 <= offset }) else { return nil }
    return (index, offset - starts[index])
  }

  public mutating func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    guard let first = place(of: offset) else {
      buffer.removeAll(keepingCapacity: true)
      return
    }
    try sources[first.source].read(at: first.offset, count: count, into: &buffer)
    var (next, rest): (Int, [UInt8]) = (first.source + 1, [])
    while buffer.count < count, next < sources.count {
      try sources[next].read(at: 0, count: count - buffer.count, into: &rest)
      buffer.append(contentsOf: rest)
      next += 1
    }
  }
}
