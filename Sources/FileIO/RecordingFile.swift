import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that grows under its name, for recordings that are playable while they are made. Written bytes remain however the process ends.
/// The first write creates or truncates the file; without a write, nothing changes.
public final class RecordingFile: ByteSink {
  fileprivate let file: OutputFile

  /// Creates a recording under a name.
  /// - Throws: `ByteError` with the system's reason if the file could not be written.
  public init(_ path: String) throws(ByteError) { file = try OutputFile(growing: path) }

  /// The file name.
  public var name: String { file.name }
  /// Whether bytes already written can be read and replaced; false for a pipe or device.
  public var canReplace: Bool { file.canReplace }

  public func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) { try file.write(bytes, range) }

  /// Replaces bytes already written.
  public func replace(at offset: UInt64, _ bytes: [UInt8]) throws(ByteError) { try file.replace(at: offset, bytes) }

  /// Reads bytes already written: fewer than `count` at the end of the file.
  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    try file.read(at: offset, count: count, into: &buffer)
  }

  /// Blocks until all bytes written are on stable storage.
  public func synchronize() throws(ByteError) { try file.synchronize() }
}

extension MediaOutput {
  /// Creates an output to a file that can be played while it is written.
  public init(_ file: RecordingFile) { self.init(file.file) }

  /// Creates an output to a file that appears under its name when committed, or grows there.
  public init(_ file: OutputFile) {
    if !file.canReplace {
      self.init(append: { (bytes, range) throws(ByteError) in try file.write(bytes, range) })
      return
    }
    self.init(
      append: { (bytes, range) throws(ByteError) in try file.write(bytes, range) },
      replace: { (offset, bytes) throws(ByteError) in try file.replace(at: offset, bytes) },
      read: { (offset, count, buffer) throws(ByteError) in try file.read(at: offset, count: count, into: &buffer) },
      synchronize: file.isGrowing ? { () throws(ByteError) in try file.synchronize() } : nil,
      truncate: { (offset) throws(ByteError) in try file.truncate(at: offset) })
  }
}
