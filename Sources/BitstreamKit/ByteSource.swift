/// An I/O error with the system's message.
public struct ByteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What failed, on which file, and why, in one line.
  public let message: String
  /// The system's error number, 0 if there is none.
  public let code: Int32

  /// Creates an error.
  public init(_ message: String, code: Int32 = 0) {
    self.message = message
    self.code = code
  }

  /// The message.
  public var description: String { message }
}

/// Random access to bytes: a file, memory, a range of a remote file.
public protocol ByteSource {
  /// The number of bytes.
  var byteCount: UInt64 { get }
  /// Replaces the contents of `buffer` with the bytes at `offset`: `count` of them, or fewer at the end of the source.
  mutating func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError)
}

/// A type-erased source: code that uses it is compiled once, in its own module, and calls the underlying source once per window.
public struct AnyByteSource: ByteSource {
  public let byteCount: UInt64
  private let readBytes: (UInt64, Int, inout [UInt8]) throws(ByteError) -> Void

  /// Wraps a source.
  public init<Source: ByteSource>(_ source: Source) {
    byteCount = source.byteCount
    var source = source
    readBytes = { (offset, count, buffer) throws(ByteError) in try source.read(at: offset, count: count, into: &buffer) }
  }

  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    try readBytes(offset, count, &buffer)
  }
}

/// A destination to which bytes are appended.
public protocol ByteSink {
  /// Writes all of `bytes[range]`.
  mutating func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError)
}

extension ByteSink {
  /// Writes all of `bytes`.
  @inlinable public mutating func write(_ bytes: [UInt8]) throws(ByteError) { try write(bytes, 0..<bytes.count) }
}

/// A source of bytes in memory.
public struct MemorySource: ByteSource, Sendable {
  /// The bytes.
  public let bytes: [UInt8]
  /// The offset of the first byte; bytes before it cannot be read.
  public let start: UInt64

  /// Creates a source of all of `bytes`, or of the last part of a larger source that starts at offset `start`.
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

/// A sink that collects bytes in memory.
public struct MemorySink: ByteSink, Sendable {
  /// The bytes written so far.
  public var bytes: [UInt8] = []

  /// Creates an empty sink.
  public init() {}

  public mutating func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) {
    self.bytes.append(contentsOf: bytes[range.clamped(to: 0..<bytes.count)])
  }
}
