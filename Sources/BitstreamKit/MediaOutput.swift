/// Where a file that is being made goes, by what can be done there. Closures, so that files, memory and sockets look alike without a
/// type parameter on everything that writes.
public struct MediaOutput {
  /// Appends bytes: a part of an array, all of it.
  public let append: ([UInt8], Range<Int>) throws(ByteError) -> Void
  /// Replaces bytes that were appended, from an offset on; nil where the output cannot go back.
  public let replace: ((UInt64, [UInt8]) throws(ByteError) -> Void)?
  /// Appends bytes of the source of a carrier, from an offset on, so many of them, without passing them through this process; nil where
  /// the system cannot.
  public let copy: ((UInt64, UInt64) throws(ByteError) -> Void)?
  /// Reads bytes that were appended, as a `ByteSource` does; nil where the output cannot.
  public let read: ((UInt64, Int, inout [UInt8]) throws(ByteError) -> Void)?
  /// Returns when all that was put is where a loss of power leaves it; nil where nobody can say.
  public let synchronize: (() throws(ByteError) -> Void)?

  /// An output by what it can do.
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

  /// An output that can only append.
  public init<Sink: ByteSink>(_ sink: Sink) {
    var sink = sink
    self.init(append: { (bytes, range) throws(ByteError) in try sink.write(bytes, range) })
  }

  /// Whether bytes that were appended can be replaced.
  public var canReplace: Bool { replace != nil }
}
