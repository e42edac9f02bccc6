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

  /// Creates an output with the given capabilities.
  public init(
    append: @escaping ([UInt8], Range<Int>) throws(ByteError) -> Void, replace: ((UInt64, [UInt8]) throws(ByteError) -> Void)? = nil,
    copy: ((UInt64, UInt64) throws(ByteError) -> Void)? = nil,
    read: ((UInt64, Int, inout [UInt8]) throws(ByteError) -> Void)? = nil, synchronize: (() throws(ByteError) -> Void)? = nil
  ) {
    self.append = append
    self.replace = replace
    self.copy = copy
    self.read = read
    self.synchronize = synchronize
  }

  /// Creates an append-only output.
  public init<Sink: ByteSink>(_ sink: Sink) {
    var sink = sink
    self.init(append: { (bytes, range) throws(ByteError) in try sink.write(bytes, range) })
  }

  /// Whether bytes already written can be replaced.
  public var canReplace: Bool { replace != nil }
}
