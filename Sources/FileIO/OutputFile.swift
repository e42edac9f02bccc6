import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears under its name when it is complete and not before, or grows under its name from the first write on.
///
/// A complete file is written under a temporary name in the same folder and renamed by `commit`. Until then a file that already has the
/// name stays as it is, and the temporary file is removed when this value goes away, or when SIGINT or SIGTERM ends the process. A growing
/// file is created, or emptied, by the first write: where nothing is written, nothing is touched.
///
/// A symbolic link is followed: the file that it leads to is written, or created where the link is dangling, and the link stays. What is
/// no regular file (a device, a pipe) is written as it is.
public final class OutputFile: ByteSink {
  /// The final name.
  public let name: String
  /// Negative for a growing file to which nothing was written.
  private var descriptor: Int32 = -1
  /// The name that it has as yet; nil where it is written under its own.
  private var temporary: UnfinishedFile?
  /// The name with symbolic links followed.
  private let target: String
  /// Whether a regular file grows under its name.
  let isGrowing: Bool
  private var isOver = false

  /// Creates a file under a temporary name in the folder of the name that it shall have.
  /// - Throws: with the system's reason where it cannot be created, or a folder stands there.
  public init(_ path: String) throws(ByteError) {
    (name, isGrowing) = (path, false)
    let there = FileIdentity(path)
    target = Self.target(of: path)
    if try openDevice(there) { return }
    // A file that must not be written is not replaced either.
    if there != nil { try Self.check(target, W_OK, name: path) } else { try Self.checkName(target, name: path) }
    let folder = SystemPath.folder(target)
    var attempt = 0
    while true {
      // Not made of the name, which may be as long as names can be.
      let beside = "\(folder).mediaprobe.\(getpid()).\(attempt).tmp"
      do {
        descriptor = try openFile(beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, name: path)
        temporary = UnfinishedFile(beside)
        break
      } catch {
        attempt += 1
        if error.code != EEXIST || attempt > 1000 { throw error }
      }
    }
    if let there { _ = fchmod(descriptor, there.permissions) }
  }

  /// A file that grows under its name, as a recording does that can be played at any moment. The first write creates it, or empties the
  /// one that has the name.
  /// - Throws: with the system's reason where it could not be written.
  public init(growing path: String) throws(ByteError) {
    name = path
    let there = FileIdentity(path)
    target = Self.target(of: path)
    isGrowing = there?.isRegular ?? true
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

  /// Opens what is no regular file; false where it is one, or there is nothing.
  private func openDevice(_ there: FileIdentity?) throws(ByteError) -> Bool {
    guard let there, !there.isRegular else { return false }
    if there.isFolder { throw ByteError("\(name): \(systemMessage(EISDIR))", code: EISDIR) }
    descriptor = try openFile(name, O_WRONLY | O_CLOEXEC, name: name)
    return true
  }

  private static func check(_ path: String, _ mode: Int32, name: String) throws(ByteError) {
    if SystemPath.withCString(path, { unsafe access($0, mode) }) != 0 { throw lastError(name) }
  }

  /// Has the file system say what the name of a new file cannot be: too long, in a folder that is a file, a link to itself.
  private static func checkName(_ path: String, name: String) throws(ByteError) {
    if SystemPath.withCString(path, { unsafe access($0, F_OK) }) != 0, errno != ENOENT { throw lastError(name) }
  }

  /// The descriptor; of a growing file that nothing was written to, created now.
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

  /// Reads bytes already written: fewer than `count` at the end of the file.
  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    try readBytes(try opened(), at: offset, count: count, into: &buffer, name: name)
  }

  /// Returns when what was written is on the medium.
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

  /// What was written so far, to be read again; nil for what is no regular file, or has not been created.
  public func reopened() throws(ByteError) -> InputFile? {
    if isGrowing { return descriptor < 0 ? nil : try InputFile(target) }
    guard let temporary else { return nil }
    return try InputFile(descriptor: try openFile(temporary.path, O_RDONLY | O_CLOEXEC, name: name), name: name)
  }

  /// Leaves nothing behind, of a growing file that was created neither. Nothing can be written afterwards.
  public func discard() {
    if isGrowing, descriptor >= 0 { _ = SystemPath.withCString(target) { unsafe unlink($0) } }
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

  /// Where the last link of a name leads, whether there is a file or not.
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
    let most = buffer.count
    let count = SystemPath.withCString(path) { unsafe readlink($0, &buffer, most) }
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
