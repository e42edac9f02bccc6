#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Makes SIGINT, SIGTERM and SIGHUP remove the temporary files of outputs that are not complete, and end the process with the exit code 130.
/// For programs, at their start: without this call the library handles no signal and has no global state. Signals that the parent process
/// ignores stay ignored, and handlers that the program installs later take precedence.
public func removeUnfinishedOutputsOnInterrupt() {
  unsafe UnfinishedFile.areRemovedOnInterrupt = true
}

/// A temporary file of an output. A signal that ends the process removes it, if the program asks for that.
struct UnfinishedFile {
  let path: String
  private let slot: Int

  /// Set at the start of the program, before there are other threads.
  nonisolated(unsafe) fileprivate static var areRemovedOnInterrupt = false

  /// The maximum number of unfinished files; further ones are not removed on a signal.
  static let capacity = 16
  /// The paths read by the signal handler, in memory that it can access at any time.
  nonisolated(unsafe) private static var paths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

  init(_ path: String) {
    self.path = path
    guard unsafe Self.areRemovedOnInterrupt else {
      slot = -1
      return
    }
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
    for number in [SIGINT, SIGTERM, SIGHUP] {
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
