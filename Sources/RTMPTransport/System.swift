#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Milliseconds of a clock that does not run backwards and that nobody sets.
public func monotonicMilliseconds() -> Int64 {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

/// Whether somebody has asked the program to end, for those who look before they go on.
public enum Interrupts {
  nonisolated(unsafe) private static var count: sig_atomic_t = 0

  /// From here on SIGINT and SIGTERM are remembered; a second one ends the process as it would have before.
  public static func remember() {
    let handler: @convention(c) (Int32) -> Void = { _ in
      if unsafe Interrupts.count > 0 { _exit(130) }
      unsafe Interrupts.count = 1
    }
    for number in [SIGINT, SIGTERM] {
      // Without SA_RESTART: who waits is woken.
      var action = sigaction()
      var before = sigaction()
      // Who has asked not to be interrupted (nohup, a background job) is not.
      _ = unsafe sigaction(number, nil, &before)
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handler
        let isIgnored = unsafe unsafeBitCast(before.__sigaction_u.__sa_handler, to: Int.self) == 1
      #else
        unsafe action.__sigaction_handler.sa_handler = handler
        let isIgnored = unsafe unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
      #endif
      if !isIgnored { _ = unsafe sigaction(number, &action, nil) }
    }
  }

  /// Whether a signal came.
  public static var isPending: Bool { unsafe count > 0 }
}
