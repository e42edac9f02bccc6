import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears under its name only when it is complete.
///
/// It is written to a temporary file in the same directory and renamed by `commit`. Until then an existing file of that name is
/// untouched, and the temporary file is removed when the value is released, or when SIGINT or SIGTERM ends the process. If the path is
/// not a regular file (a device, a pipe), it is written directly.
public final class OutputFile: ByteSink {
  /// The final name.
  public let name: String
  private var descriptor: Int32
  /// The temporary file; nil if the file is written under its own name.
  private var temporary: UnfinishedFile?
  /// The final path with symbolic links resolved.
  private let target: String
  /// Whether the file is written under its final name from the start.
  let isGrowing: Bool

  /// Creates a temporary file next to the final name.
  /// - Throws: the system's error if it cannot be created, or if `path` is a directory.
  public init(_ path: String) throws(ByteError) {
    name = path
    isGrowing = false
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw ByteError("\(path): \(systemMessage(EISDIR))", code: EISDIR) }
    let target = (exists ? realPath(path) : nil) ?? path
    self.target = target
    if exists, status.st_mode & S_IFMT != S_IFREG {
      descriptor = try openFile(path, O_WRONLY | O_CLOEXEC, name: path)
      return
    }
    // A read-only file must not be replaced either.
    if exists, unsafe access(target, W_OK) != 0 { throw lastError(path) }
    let folderEnd = target.lastIndex(of: "/").map { target.index(after: $0) } ?? target.startIndex
    let (folder, base) = (target[..<folderEnd], target[folderEnd...])
    var attempt = 0
    while true {
      let beside = "\(folder).\(base).\(getpid())\(attempt == 0 ? "" : ".\(attempt)").tmp"
      do {
        descriptor = try openFile(beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, name: path)
        temporary = UnfinishedFile(beside)
        break
      } catch {
        attempt += 1
        if error.code != EEXIST || attempt > 100 { throw error }
      }
    }
    if exists { _ = fchmod(descriptor, status.st_mode & 0o7777) }
  }

  /// Creates a file under its final name from the start, for a recording that can be played at any moment. An existing file is truncated.
  /// - Parameter inputs: files still to be read, which must not be the same file.
  /// - Throws: the system's error if it cannot be created.
  public init(growing path: String, reading inputs: [InputFile] = []) throws(ByteError) {
    name = path
    target = path
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if exists, inputs.contains(where: { $0.isSame(as: status) }) { throw ByteError("\(path): the output file is also an input file") }
    isGrowing = !exists || status.st_mode & S_IFMT == S_IFREG
    descriptor = try openFile(path, (isGrowing ? O_RDWR | O_CREAT | O_TRUNC : O_WRONLY) | O_CLOEXEC, name: path)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    temporary?.remove()
  }

  public func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) {
    try OutputDescriptor(descriptor, name: name).write(bytes, range)
  }

  /// Whether bytes already written can be replaced.
  public var canReplace: Bool { temporary != nil || isGrowing }

  /// Replaces bytes already written.
  public func replace(at offset: UInt64, _ bytes: [UInt8]) throws(ByteError) {
    try replaceBytes(descriptor, at: offset, bytes, name: name)
  }

  /// Reads bytes already written: fewer than `count` at the end of the file.
  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    try readBytes(descriptor, at: offset, count: count, into: &buffer, name: name)
  }

  /// Blocks until all bytes written are on stable storage.
  public func synchronize() throws(ByteError) { try synchronizeFile(descriptor, name: name) }

  /// Appends `count` bytes at `offset` of another file, copied by the system if possible.
  public func copy(from input: InputFile, at offset: UInt64, count: UInt64) throws(ByteError) {
    var done = try copyBySystem(input, offset, count)
    var window: [UInt8] = []
    while done < count {
      let wanted = Int(min(count - done, 1 << 18))
      try input.read(at: offset + done, count: wanted, into: &window)
      if window.count < wanted {
        throw ByteError("\(input.name): the file ends at \(offset + done + UInt64(window.count)), inside of a sample")
      }
      try write(window, 0..<wanted)
      done += UInt64(wanted)
    }
  }

  /// Returns the number of bytes copied by the system; the remainder is copied through this process.
  private func copyBySystem(_ input: InputFile, _ offset: UInt64, _ count: UInt64) throws(ByteError) -> UInt64 {
    #if os(Linux)
      var done: UInt64 = 0
      while done < count, let place = off_t(exactly: offset + done) {
        var from = place
        let copied = unsafe sendfile(descriptor, input.descriptor, &from, Int(clamping: min(count - done, 1 << 30)))
        if copied > 0 {
          done += UInt64(copied)
        } else if copied == 0 || errno != EINTR {
          break
        }
      }
      return done
    #else
      return 0
    #endif
  }

  /// Opens the bytes written so far for reading; nil if it is not a regular file.
  public func reopened() throws(ByteError) -> InputFile? {
    if isGrowing { return try InputFile(name) }
    guard let temporary else { return nil }
    return try InputFile(descriptor: try openFile(temporary.path, O_RDONLY | O_CLOEXEC, name: name), name: name)
  }

  /// Closes and removes the file, also if it was written under its final name. No further writes are possible.
  public func discard() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    temporary?.remove()
    temporary = nil
    if isGrowing { _ = unsafe unlink(target) }
  }

  /// Closes the file and renames it to its final name. No further writes are possible.
  public func commit() throws(ByteError) {
    let closed = close(descriptor)
    descriptor = -1
    if closed != 0 { throw lastError(name) }
    guard let unfinished = temporary else { return }
    if unsafe rename(unfinished.path, target) != 0 { throw lastError(name) }
    unfinished.forget()
    temporary = nil
  }
}

func openFile(_ path: String, _ flags: Int32, name: String) throws(ByteError) -> Int32 {
  var opened: Int32 = -1
  repeat { opened = unsafe open(path, flags, 0o666 as mode_t) } while opened < 0 && errno == EINTR
  if opened < 0 { throw lastError(name) }
  return opened
}

private func realPath(_ path: String) -> String? {
  guard let resolved = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}

/// A temporary file that is removed when a signal ends the process.
private struct UnfinishedFile {
  let path: String
  private let slot: Int

  /// The maximum number of temporary files tracked at a time; further ones are not removed on a signal.
  static let capacity = 16
  /// Paths for the signal handler, in memory that it may read at any time.
  nonisolated(unsafe) private static var paths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

  init(_ path: String) {
    self.path = path
    let paths = unsafe Self.prepare()
    var free = 0
    while free < Self.capacity, unsafe paths[free] != nil { free += 1 }
    slot = free < Self.capacity ? free : -1
    if slot >= 0 { unsafe paths[slot] = strdup(path) }
  }

  /// Removes the file.
  func remove() {
    _ = unsafe unlink(path)
    forget()
  }

  /// Stops tracking the file.
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
      // Ignored signals (nohup, a background job) stay ignored.
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
