#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns the first interrupt into a stop request, for work that can still complete its output.
enum StopRequest {
  nonisolated(unsafe) private static var asked: sig_atomic_t = 0
  nonisolated(unsafe) private static var before: UnsafeMutablePointer<sigaction>?

  /// Whether SIGINT, SIGTERM or SIGHUP has arrived.
  static var hasCome: Bool { unsafe asked != 0 }

  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Installs a handler: the first SIGINT, SIGTERM or SIGHUP is recorded without further effect; a second one has its previous effect. Call
  /// it after creating output files, which install their own handler. An ignored SIGTERM stays ignored, and so does SIGHUP, as by nohup. An
  /// ignored SIGINT does not: shells ignore it in the background jobs of scripts, which have no other way to end a recording by 'kill -INT'.
  static func listen() {
    if unsafe before != nil { return }
    let saved = UnsafeMutablePointer<sigaction>.allocate(capacity: numbers.count)
    unsafe saved.initialize(repeating: sigaction(), count: numbers.count)
    unsafe before = unsafe saved
    unsafe asked = 0
    for (index, number) in numbers.enumerated() {
      let handler: @convention(c) (Int32) -> Void = { _ in StopRequest.take() }
      var action = sigaction()
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handler
      #else
        unsafe action.__sigaction_handler.sa_handler = handler
      #endif
      _ = unsafe sigaction(number, nil, saved + index)
      #if canImport(Darwin)
        let isIgnored = unsafe unsafeBitCast(saved[index].__sigaction_u.__sa_handler, to: Int.self) == 1
      #else
        let isIgnored = unsafe unsafeBitCast(saved[index].__sigaction_handler.sa_handler, to: Int.self) == 1
      #endif
      if isIgnored, number != SIGINT { continue }
      if isIgnored { unsafe saved[index] = sigaction() }
      _ = unsafe sigaction(number, &action, nil)
    }
  }

  /// Runs in a signal handler: only async-signal-safe calls.
  private static func take() {
    unsafe asked = 1
    guard let before = unsafe before else { return }
    _ = unsafe sigaction(SIGINT, before, nil)
    _ = unsafe sigaction(SIGTERM, before + 1, nil)
    _ = unsafe sigaction(SIGHUP, before + 2, nil)
  }
}
