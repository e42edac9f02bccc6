import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Returns milliseconds of the monotonic clock.
package func monotonicMilliseconds() -> Int64 { RTMPClock().now }

/// The clock of a connection's deadlines, in milliseconds: the monotonic clock, which a test lets run faster.
package struct RTMPClock: Sendable {
  /// Milliseconds of this clock per millisecond; at least 1.
  package let speed: Int64

  /// Creates a clock.
  package init(speed: Int64 = 1) { self.speed = speed }

  /// The time.
  package var now: Int64 {
    Int64(clamping: monotonicNanoseconds()) * speed / 1_000_000
  }

  /// The timeout for `poll` that ends at `deadline`, or after `most` milliseconds of this clock.
  package func timeout(until deadline: Int64, most: Int64) -> Int32 {
    let milliseconds = max(0, min(most, deadline - now))
    return Int32(clamping: (milliseconds + speed - 1) / speed)
  }
}

/// What a thread runs.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }

  static func run(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer = unsafe pointer else { return }
    unsafe Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
  }
}

/// Runs a function in a thread of its own, in which all signals are blocked, so that they interrupt the threads that wait.
/// - Returns: whether the thread was started.
package func startThread(_ run: @escaping @Sendable () -> Void) -> Bool {
  var (all, before) = (sigset_t(), sigset_t())
  _ = unsafe sigfillset(&all)
  _ = unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  let retained = unsafe Unmanaged.passRetained(ThreadBody(run))
  let code = unsafe pthread_create(
    &thread, nil,
    { pointer in
      unsafe ThreadBody.run(pointer)
      return nil
    }, retained.toOpaque())
  if code != 0 {
    unsafe retained.release()
    return false
  }
  #if canImport(Glibc)
    _ = pthread_detach(thread)
  #else
    if let thread { _ = unsafe pthread_detach(thread) }
  #endif
  return true
}
