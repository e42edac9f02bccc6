import FileIO
import Synchronization

// Only this file uses the C variable `environ`.
#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Creates pipes and starts programs.
enum Spawn {
  /// Held while a pipe is created and while a program is started: a program started by another thread in between would inherit the pipe
  /// and keep it open, so that its reader would never see the end.
  private static let lock = Mutex<Void>(())

  /// A pipe whose ends are close-on-exec.
  struct Pipe {
    var reading: Int32
    var writing: Int32

    init(_ program: String) throws(EncoderError) {
      var ends: [Int32] = [-1, -1]
      let code = Spawn.lock.withLock { _ in
        if unsafe pipe(&ends) != 0 { return errno }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return 0
      }
      if code != 0 { throw .cannotStart(program: program, reason: systemWords(code)) }
      // Descriptors below 3 are moved, since the child's standard descriptors are duplicated onto those numbers.
      for index in ends.indices where ends[index] < 3 {
        let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
        let code = errno
        systemClose(ends[index])
        ends[index] = moved
        if moved < 0 {
          systemClose(ends[1 - index])
          throw .cannotStart(program: program, reason: systemWords(code))
        }
      }
      (reading, writing) = (ends[0], ends[1])
      #if canImport(Darwin)
        _ = fcntl(writing, F_SETNOSIGPIPE, 1)
      #endif
    }

    /// Makes calls on this end non-blocking.
    static func makeNonBlocking(_ end: Int32) {
      let flags = fcntl(end, F_GETFL)
      if flags >= 0 { _ = fcntl(end, F_SETFL, flags | O_NONBLOCK) }
    }

    /// Requests a buffer of about a picture (1 MiB); a smaller one works as well.
    static func widen(_ end: Int32) {
      #if os(Linux)
        // F_SETPIPE_SZ
        _ = fcntl(end, 1031, 1 << 20)
      #endif
    }
  }

  /// Starts a program in its own process group, so that a keyboard interrupt reaches only this process and its descendants can be
  /// signalled with it.
  static func start(
    _ path: String, _ arguments: [String], input: Int32, output: Int32, errors: Int32
  ) -> (pid: pid_t, code: Int32) {
    var actions = unsafe emptyActions()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (from, to) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
      unsafe posix_spawn_file_actions_adddup2(&actions, from, to)
    }
    var attributes = emptyAttributes()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM] { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    unsafe posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: Int(flags)))
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { SystemPath.withCString($0) { unsafe strdup($0) } }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var pid: pid_t = -1
    #if canImport(Darwin)
      let environment = unsafe _NSGetEnviron().pointee
    #else
      let environment = unsafe environ
    #endif
    // ETXTBSY: a just written executable may still be open for writing in the forked child of another thread that has not called exec
    // yet. Retries.
    for attempt in 0..<50 {
      let code = lock.withLock { _ in
        SystemPath.withCString(path) { unsafe posix_spawn(&pid, $0, &actions, &attributes, words, environment) }
      }
      if code != ETXTBSY || attempt == 49 { return (pid, code) }
      _ = poll(nil, 0, 4)
    }
    return (pid, ETXTBSY)
  }

  #if canImport(Darwin)
    private static func emptyActions() -> posix_spawn_file_actions_t? { nil }
    private static func emptyAttributes() -> posix_spawnattr_t? { nil }
  #else
    private static func emptyActions() -> posix_spawn_file_actions_t { unsafe posix_spawn_file_actions_t() }
    private static func emptyAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
  #endif

  /// Returns the value of an environment variable.
  static func environmentValue(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe SystemPath.text(value)
  }
}

/// `close(2)`; inside `Pipe` the name would resolve to the method.
private func systemClose(_ end: Int32) { _ = close(end) }
