/// The destination of an output file, described by its capabilities. Closures, so that files, memory and sockets can be used without a
/// type parameter on every writer.
public struct MediaOutput {
  /// Appends a range of an array, all of it.
  public let append: ([UInt8], Range<Int>) throws(ByteError) -> Void
  /// Replaces bytes already written, at an offset; nil if the output is not seekable.
  public let replace: ((UInt64, [UInt8]) throws(ByteError) -> Void)?
  /// Appends a range of the source file, given by offset and count, without copying it through this process; nil if the system does not
  /// support it.
  public let copy: ((UInt64, UInt64) throws(ByteError) -> Void)?
  /// Reads bytes already written, as a `ByteSource` does; nil if not supported.
  public let read: ((UInt64, Int, inout [UInt8]) throws(ByteError) -> Void)?
  /// Blocks until all bytes written are on stable storage; nil if not supported.
  public let synchronize: (() throws(ByteError) -> Void)?
  /// Removes the bytes written from an offset on, such as a fragment for which there was no room; nil if not supported.
  public let truncate: ((UInt64) throws(ByteError) -> Void)?

  /// Creates an output with the given capabilities.
  public init(
    append: @escaping ([UInt8], Range<Int>) throws(ByteError) -> Void, replace: ((UInt64, [UInt8]) throws(ByteError) -> Void)? = nil,
    copy: ((UInt64, UInt64) throws(ByteError) -> Void)? = nil,
    read: ((UInt64, Int, inout [UInt8]) throws(ByteError) -> Void)? = nil, synchronize: (() throws(ByteError) -> Void)? = nil,
    truncate: ((UInt64) throws(ByteError) -> Void)? = nil
  ) {
    self.append = append
    self.replace = replace
    self.copy = copy
    self.read = read
    self.synchronize = synchronize
    self.truncate = truncate
  }

  /// Creates an append-only output.
  public init<Sink: ByteSink>(_ sink: Sink) {
    var sink = sink
    self.init(append: { (bytes, range) throws(ByteError) in try sink.write(bytes, range) })
  }

  /// Whether bytes already written can be replaced.
  public var canReplace: Bool { replace != nil }
}

extension MediaOutput: ByteSink {
  /// Appends `bytes[range]`, so that an `FLVWriter` writes to an output like a `MovieWriter`.
  public func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) { try append(bytes, range) }
}

/// An output that grows in memory, for a `MovieWriter` or an `FLVWriter`.
///
///     let memory = MemoryOutput()
///     let writer = try MovieWriter(MediaOutput(memory), layout: .plain)
///     …
///     try writer.finishWriting()
///     use(memory.bytes)
public final class MemoryOutput: ByteSink {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []
  /// The maximum number of bytes; a write beyond it is an error.
  public let limit: Int

  /// Creates an empty output.
  public init(limit: Int = .max) { self.limit = limit }

  /// Appends `bytes[range]`.
  /// - Throws: if the output would be longer than `limit`; nothing is appended then.
  public func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) {
    let range = range.clamped(to: 0..<bytes.count)
    if range.count > limit - self.bytes.count { throw ByteError("the output is longer than \(limit) bytes") }
    self.bytes.append(contentsOf: bytes[range])
  }

  /// Removes the bytes written from an offset on.
  public func truncate(at offset: UInt64) { bytes.removeSubrange(min(bytes.count, Int(clamping: offset))...) }

  /// Replaces bytes already written.
  /// - Throws: if they are not within the bytes written so far.
  public func replace(at offset: UInt64, _ part: [UInt8]) throws(ByteError) {
    guard let start = Int(exactly: offset), start <= bytes.count, part.count <= bytes.count - start else {
      throw ByteError("\(part.count) bytes at \(offset) are not within the \(bytes.count) bytes written")
    }
    bytes.replaceSubrange(start..<start + part.count, with: part)
  }
}

extension MediaOutput {
  /// Creates an output to memory, which can replace and read what was written.
  public init(_ memory: MemoryOutput) {
    self.init(
      append: { (bytes, range) throws(ByteError) in try memory.write(bytes, range) },
      replace: { (offset, bytes) throws(ByteError) in try memory.replace(at: offset, bytes) },
      read: { (offset, count, buffer) throws(ByteError) in
        try MemorySource(memory.bytes).read(at: offset, count: count, into: &buffer)
      }, truncate: { (offset) throws(ByteError) in memory.truncate(at: offset) })
  }
}
