#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A temporary file that is removed when a signal ends the process.
struct UnfinishedFile {
  let path: String
  private let slot: Int

  /// The maximum number of unfinished files; further ones are not removed on a signal.
  static let capacity = 16
  /// The paths read by the signal handler, in memory that it can access at any time.
  nonisolated(unsafe) private static var paths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

  init(_ path: String) {
    self.path = path
    let paths = unsafe Self.prepare()
    var free = 0
    while free < Self.capacity, unsafe paths[free] != nil { free += 1 }
    slot = free < Self.capacity ? free : -1
    if slot >= 0 { unsafe paths[slot] = SystemPath.withCString(path) { unsafe strdup($0) } }
  }

  /// Removes the file.
  func remove() {
    _ = SystemPath.withCString(path) { unsafe unlink($0) }
    forget()
  }

  /// Keeps the file.
  func forget() {
    guard slot >= 0, let paths = unsafe Self.paths, let copy = unsafe paths[slot] else { return }
    unsafe paths[slot] = nil
    unsafe free(copy)
  }

  private static func prepare() -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    if let paths = unsafe paths { return unsafe paths }
    let made = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
    unsafe made.initialize(repeating: nil, count: capacity)
    unsafe paths = unsafe made
    for number in [SIGINT, SIGTERM] {
      let handler: @convention(c) (Int32) -> Void = { _ in UnfinishedFile.removeAllAndExit() }
      var action = sigaction()
      var before = sigaction()
      #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handler
      #else
        unsafe action.__sigaction_handler.sa_handler = handler
      #endif
      // Signals that the parent set to be ignored (nohup, background jobs) stay ignored.
      _ = unsafe sigaction(number, nil, &before)
      #if canImport(Darwin)
        let isIgnored = unsafe unsafeBitCast(before.__sigaction_u.__sa_handler, to: Int.self) == 1
      #else
        let isIgnored = unsafe unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1
      #endif
      if !isIgnored { _ = unsafe sigaction(number, &action, nil) }
    }
    return unsafe made
  }

  /// Runs in a signal handler: only async-signal-safe calls.
  private static func removeAllAndExit() {
    if let paths = unsafe paths {
      var index = 0
      while index < capacity {
        if let path = unsafe paths[index] { _ = unsafe unlink(path) }
        index &+= 1
      }
    }
    _exit(130)
  }
}
