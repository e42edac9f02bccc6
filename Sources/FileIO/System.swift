#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import BitstreamKit

/// The system's words for an error number.
public func systemMessage(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}

/// The error of the system call that just failed.
func lastError(_ what: String) -> ByteError {
  let code = errno
  return ByteError("\(what): \(systemMessage(code))", code: code)
}

extension ByteError {
  /// True where the reader of a pipe has gone away.
  public var isBrokenPipe: Bool { code == EPIPE }
}

/// From here on a write to a pipe that nobody reads gives an error instead of ending the process.
public func ignoreBrokenPipes() {
  _ = signal(SIGPIPE, SIG_IGN)
}

/// From here on a write beyond the size that a file may have (`ulimit -f`) gives an error instead of ending the process.
public func ignoreFileSizeLimits() {
  _ = signal(SIGXFSZ, SIG_IGN)
}

/// From here on SIGINT and SIGTERM reach the process. Who starts it from a thread that blocks them, as the threads of libdispatch do,
/// hands that down without meaning it, and could then end it by SIGKILL alone.
public func unblockInterrupts() {
  var set = sigset_t()
  _ = unsafe sigemptyset(&set)
  for number in [SIGINT, SIGTERM] { _ = unsafe sigaddset(&set, number) }
  _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
}
