/// Why bytes could not be had or put: the system's own words.
public struct ByteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What failed, on what, and why: one line.
  public let message: String
  /// The system's error number, 0 where there is none.
  public let code: Int32

  /// An error with the system's number for it.
  public init(_ message: String, code: Int32 = 0) {
    self.message = message
    self.code = code
  }

  /// The message.
  public var description: String { message }
}

/// Bytes that can be read from any place: a file, memory, a range of a remote file.
public protocol ByteSource {
  /// How many bytes there are.
  var byteCount: UInt64 { get }
  /// Replaces the contents of `buffer` by the bytes from `offset` on: `count` of them, or fewer where the source ends.
  mutating func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError)
}

/// Any source behind one type: what works on it is compiled once, in its own module, and asks the source itself once a window.
public struct AnyByteSource: ByteSource {
  public let byteCount: UInt64
  private let readBytes: (UInt64, Int, inout [UInt8]) throws(ByteError) -> Void

  /// A source of the bytes of another.
  public init<Source: ByteSource>(_ source: Source) {
    byteCount = source.byteCount
    var source = source
    readBytes = { (offset, count, buffer) throws(ByteError) in try source.read(at: offset, count: count, into: &buffer) }
  }

  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    try readBytes(offset, count, &buffer)
  }
}

/// A place that bytes can be put to, one behind the other.
public protocol ByteSink {
  /// Puts `bytes[range]`, all of it.
  mutating func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError)
}

extension ByteSink {
  /// Puts all of `bytes`.
  @inlinable public mutating func write(_ bytes: [UInt8]) throws(ByteError) { try write(bytes, 0..<bytes.count) }
}

/// Bytes in memory as a source.
public struct MemorySource: ByteSource, Sendable {
  /// The bytes.
  public let bytes: [UInt8]
  /// Where the first of them stands: what is before cannot be had.
  public let start: UInt64

  /// A source of all of `bytes`, or of a stretch of something larger that begins at `start` and ends with them.
  public init(_ bytes: [UInt8], at start: UInt64 = 0) {
    self.bytes = bytes
    self.start = min(start, UInt64.max - UInt64(bytes.count))
  }

  public var byteCount: UInt64 { start + UInt64(bytes.count) }

  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    buffer.removeAll(keepingCapacity: true)
    guard offset >= start, let start = Int(exactly: offset - start), start < bytes.count, count > 0 else { return }
    buffer.append(contentsOf: bytes[start..<min(bytes.count - start, count) + start])
  }
}

/// Memory as a sink.
public struct MemorySink: ByteSink, Sendable {
  /// What was put so far.
  public var bytes: [UInt8] = []

  /// An empty sink.
  public init() {}

  public mutating func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) {
    self.bytes.append(contentsOf: bytes[range.clamped(to: 0..<bytes.count)])
  }
}
