#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import BitstreamKit

/// Returns the system's message for an error number.
public func systemMessage(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}

/// Returns the error of the system call that just failed.
func lastError(_ what: String) -> ByteError {
  let code = errno
  return ByteError("\(what): \(systemMessage(code))", code: code)
}

/// Returns the time of the monotonic clock in nanoseconds.
///
/// `ContinuousClock` would link the runtime of Swift concurrency and libdispatch into a static program.
package func monotonicNanoseconds() -> UInt64 {
  var now = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
  return UInt64(clamping: now.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: now.tv_nsec)
}

extension ByteError {
  /// Whether the reader has closed the pipe.
  public var isBrokenPipe: Bool { code == EPIPE }
  /// Whether the disk, a quota or the file size limit leaves no room.
  public var isWithoutRoom: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}

/// Makes a write to a pipe without a reader fail with an error instead of ending the process.
public func ignoreBrokenPipes() {
  _ = signal(SIGPIPE, SIG_IGN)
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail with an error instead of ending the process.
public func ignoreFileSizeLimits() {
  _ = signal(SIGXFSZ, SIG_IGN)
}

/// Unblocks SIGINT, SIGTERM and SIGHUP. A parent that starts the process from a thread with these signals blocked, such as one of libdispatch,
/// passes the mask on, and could then end the process only with SIGKILL.
public func unblockInterrupts() {
  var set = sigset_t()
  _ = unsafe sigemptyset(&set)
  for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&set, number) }
  _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
}
