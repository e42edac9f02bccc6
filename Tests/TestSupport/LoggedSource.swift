import BitstreamKit

/// The reads of a source.
public final class ReadLog {
  /// The ranges that were read, in order.
  public private(set) var ranges: [Range<UInt64>] = []

  /// Creates an empty log.
  public init() {}

  /// The number of reads.
  public var count: Int { ranges.count }
  /// The sum of the bytes of all reads.
  public var byteCount: Int { ranges.reduce(0) { $0 + $1.count } }
  /// The bytes of the largest read.
  public var maxByteCount: Int { ranges.reduce(0) { max($0, $1.count) } }

  /// Forgets all reads.
  public func removeAll() { ranges = [] }

  /// Adds a read.
  public func append(_ range: Range<UInt64>) { ranges.append(range) }
}

/// Bytes in memory whose reads are logged.
public struct LoggedSource: ByteSource {
  private let source: MemorySource
  /// The reads of this source and of its copies.
  public let log: ReadLog

  /// Creates a source that logs its reads.
  public init(_ bytes: [UInt8], _ log: ReadLog = ReadLog()) {
    source = MemorySource(bytes)
    self.log = log
  }

  public var byteCount: UInt64 { source.byteCount }

  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    try source.read(at: offset, count: count, into: &buffer)
    log.append(offset..<offset + UInt64(buffer.count))
  }
}
