import BitstreamKit
import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Returns the system's message for an error number.
func systemWords(_ code: Int32) -> String { systemMessage(code) }

/// The result of a non-blocking call.
enum Transfer {
  /// The number of bytes transferred.
  case bytes(Int)
  /// The call would block.
  case notNow
  /// End of file, or the reader has closed the pipe.
  case over
}

/// Reads into the start of `buffer`.
func readNow(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
  while true {
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { return .bytes(count) }
    if count == 0 { return .over }
    if errno == EINTR { continue }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .notNow : .over
  }
}

/// Writes a prefix of `bytes[range]`. A closed pipe raises no SIGPIPE.
func writeNow(_ descriptor: Int32, _ bytes: [UInt8], _ range: Range<Int>) -> Transfer {
  let guardian = BrokenPipeGuard()
  defer { guardian.end() }
  while true {
    let count = unsafe bytes.withUnsafeBytes { raw in
      unsafe write(descriptor, raw.baseAddress.map { unsafe $0 + range.lowerBound }, range.count)
    }
    if count >= 0 { return .bytes(count) }
    if errno == EINTR { continue }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .notNow : .over
  }
}

/// Blocks SIGPIPE in this thread during a write, and consumes one raised by it. The process's signal disposition is left alone.
private struct BrokenPipeGuard {
  #if os(Linux)
    private var before = sigset_t()
    private var pipeSignal = sigset_t()
    private var wasPending = false

    init() {
      var pending = sigset_t()
      unsafe sigemptyset(&pending)
      unsafe sigpending(&pending)
      wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
      unsafe sigemptyset(&pipeSignal)
      unsafe sigaddset(&pipeSignal, SIGPIPE)
      unsafe pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    }

    func end() {
      let code = errno
      var (signal, mask) = (pipeSignal, before)
      if code == EPIPE, !wasPending {
        var none = timespec()
        _ = unsafe sigtimedwait(&signal, nil, &none)
      }
      unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
      errno = code
    }
  #else
    func end() {}
  #endif
}

/// A set of descriptors to wait on with `poll(2)`.
public struct WaitSet {
  private var entries: [pollfd] = []
  /// The maximum wait in milliseconds.
  public private(set) var longest = 1000

  /// Creates an empty set.
  public init() {}

  /// Adds a descriptor to wait on until it is readable or the other end is closed.
  public mutating func waitToRead(_ descriptor: Int32) {
    if descriptor >= 0 { entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
  }

  /// Adds a descriptor to wait on until it is writable or the other end is closed.
  public mutating func waitToWrite(_ descriptor: Int32) {
    if descriptor >= 0 { entries.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)) }
  }

  /// Limits the wait to this many milliseconds.
  public mutating func limit(to milliseconds: Int) { longest = min(longest, max(0, milliseconds)) }

  /// Waits until a descriptor is ready, the timeout expires or a signal arrives.
  public mutating func wait() { _ = unsafe poll(&entries, nfds_t(entries.count), Int32(clamping: longest)) }
}
