import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears under its name when it is complete and not before.
///
/// It is written beside its final name and renamed by `commit`. Until then whatever stood under the name stays there, and what was
/// written goes away when the value does, or when SIGINT or SIGTERM ends the process. What is no regular file (a device, a pipe) is
/// written as it is.
public final class OutputFile: ByteSink {
  /// The name that the file shall have.
  public let name: String
  private var descriptor: Int32
  /// The name that it has as yet; nil where it is written under its own.
  private var temporary: UnfinishedFile?
  /// The name as the system sees it, symbolic links followed.
  private let target: String
  /// Whether a regular file stands under its name from the start.
  let isGrowing: Bool

  /// Creates a file beside the name that it shall have.
  /// - Throws: with the system's reason where it cannot be created, or a folder stands there.
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
    // A file that must not be written is not replaced either.
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

  /// Creates a file that stands under its name from the start, as a recording does that can be played at any moment. One that stood there
  /// is emptied.
  /// - Parameter inputs: files that are still to be read, none of which may be this one.
  /// - Throws: with the system's reason where it cannot be created.
  public init(growing path: String, reading inputs: [InputFile] = []) throws(ByteError) {
    name = path
    target = path
    var status = stat()
    let exists = unsafe stat(path, &status) == 0
    if exists, inputs.contains(where: { $0.isSame(as: status) }) { throw ByteError("\(path): is read while it would be written") }
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

  /// Whether bytes that were written can be replaced.
  public var canReplace: Bool { temporary != nil || isGrowing }

  /// Replaces bytes that were written.
  public func replace(at offset: UInt64, _ bytes: [UInt8]) throws(ByteError) {
    try replaceBytes(descriptor, at: offset, bytes, name: name)
  }

  /// Reads bytes that were written: fewer than `count` where they end.
  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    try readBytes(descriptor, at: offset, count: count, into: &buffer, name: name)
  }

  /// Returns when what was written is on the medium.
  public func synchronize() throws(ByteError) { try synchronizeFile(descriptor, name: name) }

  /// Appends `count` bytes of another file from `offset` on; the system copies them where it can.
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

  /// How many bytes the system copied by itself; what is left goes through this process.
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

  /// What was written so far, to be read again; nil for what is no regular file.
  public func reopened() throws(ByteError) -> InputFile? {
    if isGrowing { return try InputFile(name) }
    guard let temporary else { return nil }
    return try InputFile(descriptor: try openFile(temporary.path, O_RDONLY | O_CLOEXEC, name: name), name: name)
  }

  /// Leaves nothing behind, of a file that stood under its name from the start neither. Nothing can be written afterwards.
  public func discard() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    temporary?.remove()
    temporary = nil
    if isGrowing { _ = unsafe unlink(target) }
  }

  /// Gives the file its name. Nothing can be written afterwards.
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

/// A file that is to go when the process is ended by a signal.
private struct UnfinishedFile {
  let path: String
  private let slot: Int

  /// As many files as can be unfinished at a time; those beyond stay behind when a signal comes.
  static let capacity = 16
  /// What the signal handler looks at: paths in memory that it may read at any moment.
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

  /// Lets the file be.
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
      // Who has asked not to be interrupted (nohup, a background job) is not.
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

  /// Runs in a signal handler: nothing here but calls that may be made there.
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
