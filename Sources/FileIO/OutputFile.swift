import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears under its name when it is complete, or that grows under its name from the first write on.
///
/// A complete file is written under a temporary name in the same directory and renamed by `commit`. Until then, an existing file with the
/// final name is unchanged; the temporary file is removed when this value is destroyed, or when SIGINT or SIGTERM ends the process. A
/// growing file is created or truncated by the first write; without a write, nothing changes.
///
/// Symbolic links are followed: the target is written, or created if the link is dangling, and the link stays. A device or pipe is written
/// directly.
public final class OutputFile: ByteSink {
  /// The final name.
  public let name: String
  /// The descriptor; negative for a growing file without writes.
  private var descriptor: Int32 = -1
  /// The temporary name; nil if the file is written under its final name.
  private var temporary: UnfinishedFile?
  /// The final name with symbolic links resolved.
  private let target: String
  /// Whether a regular file grows under its name.
  let isGrowing: Bool
  /// Whether a file had the final name before this value.
  public let hasExisted: Bool
  private var isOver = false

  /// Creates a file under a temporary name in the directory of the final name.
  /// - Throws: `ByteError` with the system's reason if the file cannot be created or the name is a directory.
  public init(_ path: String) throws(ByteError) {
    (name, isGrowing) = (path, false)
    let there = FileIdentity(path)
    target = Self.target(of: path)
    hasExisted = there != nil
    if try openDevice(there) { return }
    // An existing file without write permission is not replaced.
    if there != nil { try Self.check(target, W_OK, name: path) } else { try Self.checkName(target, name: path) }
    let folder = SystemPath.folder(target)
    var attempt = 0
    while true {
      // Independent of the final name, which can have the maximum length.
      let beside = "\(folder).mediaprobe.\(getpid()).\(attempt).tmp"
      // Before the file exists, so that no signal finds it unknown.
      let unfinished = UnfinishedFile(beside)
      do {
        descriptor = try openFile(beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, name: path)
        temporary = unfinished
        break
      } catch {
        unfinished.forget()
        attempt += 1
        if error.code != EEXIST || attempt > 1000 { throw error }
      }
    }
    if let there { _ = fchmod(descriptor, there.permissions) }
  }

  /// Creates a file that grows under its name, for recordings that are playable at any time. The first write creates or truncates it.
  /// - Throws: `ByteError` with the system's reason if the file could not be written.
  public init(growing path: String) throws(ByteError) {
    name = path
    let there = FileIdentity(path)
    target = Self.target(of: path)
    isGrowing = there?.isRegular ?? true
    hasExisted = there != nil
    if try openDevice(there) { return }
    if there != nil {
      try Self.check(target, W_OK, name: path)
    } else {
      try Self.checkName(target, name: path)
      let folder = SystemPath.folder(target)
      try Self.check(folder.isEmpty ? "." : folder, W_OK | X_OK, name: path)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    temporary?.remove()
  }

  /// Opens a file that is not regular, such as a device or pipe; false if the file is regular or does not exist.
  private func openDevice(_ there: FileIdentity?) throws(ByteError) -> Bool {
    guard let there, !there.isRegular else { return false }
    if there.isFolder { throw ByteError("\(name): \(systemMessage(EISDIR))", code: EISDIR) }
    descriptor = try openFile(name, O_WRONLY | O_CLOEXEC, name: name)
    return true
  }

  private static func check(_ path: String, _ mode: Int32, name: String) throws(ByteError) {
    if SystemPath.withCString(path, { unsafe access($0, mode) }) != 0 { throw lastError(name) }
  }

  /// Checks through the file system whether the name of a new file is valid: not too long, no path component that is a file, no link loop.
  private static func checkName(_ path: String, name: String) throws(ByteError) {
    if SystemPath.withCString(path, { unsafe access($0, F_OK) }) != 0, errno != ENOENT { throw lastError(name) }
  }

  /// Returns the descriptor; creates a growing file if needed.
  private func opened() throws(ByteError) -> Int32 {
    if descriptor < 0, isGrowing, !isOver {
      descriptor = try openFile(target, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, name: name)
    }
    return descriptor
  }

  public func write(_ bytes: [UInt8], _ range: Range<Int>) throws(ByteError) {
    if range.isEmpty { return }
    try OutputDescriptor(try opened(), name: name).write(bytes, range)
  }

  /// Whether bytes already written can be replaced.
  public var canReplace: Bool { temporary != nil || isGrowing }

  /// Replaces bytes already written.
  public func replace(at offset: UInt64, _ bytes: [UInt8]) throws(ByteError) {
    if bytes.isEmpty { return }
    try replaceBytes(try opened(), at: offset, bytes, name: name)
  }

  /// Removes the bytes written from an offset on.
  public func truncate(at offset: UInt64) throws(ByteError) {
    guard let end = off_t(exactly: offset), canReplace, descriptor >= 0 else { return }
    if ftruncate(descriptor, end) != 0 || lseek(descriptor, end, SEEK_SET) < 0 { throw lastError(name) }
  }

  /// Reads bytes already written: fewer than `count` at the end of the file.
  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    try readBytes(try opened(), at: offset, count: count, into: &buffer, name: name)
  }

  /// Blocks until all bytes written are on stable storage.
  public func synchronize() throws(ByteError) {
    if descriptor < 0, isGrowing { return }
    try synchronizeFile(descriptor, name: name)
  }

  /// Appends `count` bytes at `offset` of another file, copied by the system if possible.
  public func copy(from input: InputFile, at offset: UInt64, count: UInt64) throws(ByteError) {
    var done = try copyBySystem(input, offset, count)
    var window: [UInt8] = []
    while done < count {
      let wanted = Int(min(count - done, 1 << 18))
      try input.read(at: offset + done, count: wanted, into: &window)
      if window.count < wanted {
        throw ByteError("\(input.name): the file ends at \(offset + done + UInt64(window.count)), inside a sample")
      }
      try write(window, 0..<wanted)
      done += UInt64(wanted)
    }
  }

  /// Returns the number of bytes copied by the system; the remainder is copied through this process.
  private func copyBySystem(_ input: InputFile, _ offset: UInt64, _ count: UInt64) throws(ByteError) -> UInt64 {
    #if os(Linux)
      var done: UInt64 = 0
      let descriptor = try opened()
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

  /// The bytes written so far as an input; nil if the file is not regular or does not exist yet.
  public func reopened() throws(ByteError) -> InputFile? {
    if isGrowing { return descriptor < 0 ? nil : try InputFile(target) }
    guard let temporary else { return nil }
    return try InputFile(descriptor: try openFile(temporary.path, O_RDONLY | O_CLOEXEC, name: name), name: name)
  }

  /// Removes the temporary file, or a growing file that the first write created. A growing file that existed before keeps its name and what
  /// has been written. No further writes are possible.
  public func discard() {
    if isGrowing, !hasExisted, descriptor >= 0 { _ = SystemPath.withCString(target) { unsafe unlink($0) } }
    if descriptor >= 0 { close(descriptor) }
    (descriptor, isOver) = (-1, true)
    temporary?.remove()
    temporary = nil
  }

  /// Closes the file and renames it to its final name. No further writes are possible.
  public func commit() throws(ByteError) {
    if descriptor < 0, isGrowing, !isOver {
      isOver = true
      return
    }
    let closed = close(descriptor)
    (descriptor, isOver) = (-1, true)
    if closed != 0 { throw lastError(name) }
    guard let unfinished = temporary else { return }
    let (from, to) = (unfinished.path, target)
    let renamed = SystemPath.withCString(from) { from in SystemPath.withCString(to) { to in unsafe rename(from, to) } }
    if renamed != 0 { throw lastError(name) }
    unfinished.forget()
    temporary = nil
  }

  /// Resolves the symbolic links of a name; the target need not exist.
  static func target(of path: String) -> String {
    if FileIdentity(path) != nil { return realPath(path) ?? path }
    var (place, links) = (path, 0)
    while links < 40, let next = linkTarget(place) {
      place = next.utf8.first == 0x2F ? next : SystemPath.folder(place) + next
      links += 1
    }
    return place
  }

  private static func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let capacity = buffer.count
    let count = SystemPath.withCString(path) { unsafe readlink($0, &buffer, capacity) }
    return count > 0 ? SystemPath.text(buffer[..<count].map { UInt8(bitPattern: $0) }) : nil
  }
}

func openFile(_ path: String, _ flags: Int32, name: String) throws(ByteError) -> Int32 {
  var opened: Int32 = -1
  repeat { opened = SystemPath.withCString(path) { unsafe open($0, flags, 0o666 as mode_t) } } while opened < 0 && errno == EINTR
  if opened < 0 { throw lastError(name) }
  return opened
}

private func realPath(_ path: String) -> String? {
  SystemPath.withCString(path) { path in
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe SystemPath.text(resolved)
  }
}
