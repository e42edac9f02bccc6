import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open descriptor to write to: standard output, a pipe, or a file closed by its owner.
public struct OutputDescriptor: ByteSink, Sendable {
  /// The name used in messages.
  public let name: String
  private let descriptor: Int32

  /// The file descriptor.
  var number: Int32 { descriptor }

  /// Standard output.
  public static let standardOutput = OutputDescriptor(STDOUT_FILENO, name: "standard output")
  /// Standard error.
  public static let standardError = OutputDescriptor(STDERR_FILENO, name: "standard error")

  /// Wraps a descriptor open for writing.
  public init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  public func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) {
    let failure = unsafe bytes[range].withUnsafeBytes { unsafe writeAll($0) }
    if let failure { throw failure }
  }

  /// Writes all of `bytes`, for callers that format into their own memory.
  public func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(ByteError) {
    let failure = unsafe writeAll(UnsafeRawBufferPointer(bytes))
    if let failure { throw failure }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> ByteError? {
    var left = unsafe bytes
    while unsafe !left.isEmpty {
      let count = unsafe systemWrite(descriptor, left.baseAddress, left.count)
      if count >= 0 {
        unsafe left = UnsafeRawBufferPointer(rebasing: left.dropFirst(count))
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return lastError(name)
      }
    }
    return nil
  }
}

/// `write(2)`; inside `OutputDescriptor` the name would resolve to the method.
@inline(__always) private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
