import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open descriptor that bytes are written to: standard output, a pipe, a file that somebody else closes.
public struct OutputDescriptor: ByteSink, Sendable {
  /// The name under which messages speak of it.
  public let name: String
  private let descriptor: Int32

  /// The system's number for it.
  var number: Int32 { descriptor }

  /// Standard output.
  public static let standardOutput = OutputDescriptor(STDOUT_FILENO, name: "standard output")
  /// Standard error.
  public static let standardError = OutputDescriptor(STDERR_FILENO, name: "standard error")

  /// A descriptor that is open for writing.
  public init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  public func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) {
    let failure = unsafe bytes[range].withUnsafeBytes { unsafe writeAll($0) }
    if let failure { throw failure }
  }

  /// Puts all of `bytes`, for callers who format into memory of their own.
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

/// `write(2)`, which inside of `OutputDescriptor` would be taken for the method.
@inline(__always) private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
