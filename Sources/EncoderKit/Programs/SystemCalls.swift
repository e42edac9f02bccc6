import BitstreamKit
import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's words for an error number.
func systemWords(_ code: Int32) -> String { systemMessage(code) }

/// Nanoseconds of a clock that only goes forward.
func monotonicNanoseconds() -> UInt64 {
  var now = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return UInt64(clamping: now.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: now.tv_nsec)
}

/// What a call that never waits came to.
enum Transfer {
  /// So many bytes went.
  case bytes(Int)
  /// None can go now.
  case notNow
  /// The other side is gone: the end of what is read, or nobody who reads.
  case over
}

/// Reads into the front of `buffer`.
func readNow(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
  while true {
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 { return .bytes(count) }
    if count == 0 { return .over }
    if errno == EINTR { continue }
    return errno == EAGAIN || errno == EWOULDBLOCK ? .notNow : .over
  }
}

/// Writes `bytes[range]`, or the front of it. A reader that has gone away raises no signal.
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

/// Keeps SIGPIPE from this thread while it writes, and takes one that came of it away: what the process does with that signal is not
/// this library's to change.
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

/// Descriptors that somebody waits for.
public struct WaitSet {
  private var entries: [pollfd] = []
  /// No longer than this, whatever the descriptors do: milliseconds.
  public private(set) var longest = 1000

  /// Waits for nothing.
  public init() {}

  /// Until there is something to read, or the other side is gone.
  public mutating func waitToRead(_ descriptor: Int32) {
    if descriptor >= 0 { entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
  }

  /// Until there is room to write, or the other side is gone.
  public mutating func waitToWrite(_ descriptor: Int32) {
    if descriptor >= 0 { entries.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)) }
  }

  /// No longer than so many milliseconds.
  public mutating func limit(to milliseconds: Int) { longest = min(longest, max(0, milliseconds)) }

  /// Waits until one of the descriptors is ready, the time is over or a signal comes.
  public mutating func wait() { _ = unsafe poll(&entries, nfds_t(entries.count), Int32(clamping: longest)) }
}
