import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file, pipe or standard input, read sequentially; files also at any offset.
public final class InputFile: ByteSource {
  /// The name used in messages.
  public let name: String
  /// Whether it is a regular file, which can be read at any offset.
  public let isSeekable: Bool
  /// The file size when it was opened; 0 if not seekable.
  public let byteCount: UInt64
  /// What was found wrong as the file was made of others.
  package var problems: [String] = []
  /// The number of bytes read or skipped.
  public private(set) var position: UInt64 = 0
  let descriptor: Int32
  /// Bytes peeked from a pipe and not read yet.
  private var ahead: [UInt8] = []

  /// Opens a file; `-` is standard input. The name may have any bytes, see `SystemPath`.
  /// - Throws: with the system's reason. A directory is refused.
  public init(_ path: String) throws(ByteError) {
    name = path == "-" ? "standard input" : path
    if path == "-" {
      descriptor = STDIN_FILENO
    } else {
      descriptor = try openFile(path, O_RDONLY | O_CLOEXEC, name: path)
    }
    var status = stat()
    if unsafe fstat(descriptor, &status) != 0 { throw lastError(name) }
    if status.st_mode & S_IFMT == S_IFDIR { throw ByteError("\(name): \(systemMessage(EISDIR))", code: EISDIR) }
    // Standard input may be a file that another process has partly read: then it is read sequentially from there.
    isSeekable = status.st_mode & S_IFMT == S_IFREG && lseek(descriptor, 0, SEEK_CUR) == 0
    byteCount = isSeekable ? UInt64(max(0, status.st_size)) : 0
  }

  /// Wraps the descriptor of a regular file open for reading; takes ownership of it.
  init(descriptor: Int32, name: String) throws(ByteError) {
    self.name = name
    self.descriptor = descriptor
    var status = stat()
    if unsafe fstat(descriptor, &status) != 0 {
      close(descriptor)
      throw lastError(name)
    }
    isSeekable = true
    byteCount = UInt64(max(0, status.st_size))
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The descriptor for `poll`, to wait together with others. Peeked bytes of a pipe are not taken into account.
  public var pollDescriptor: Int32 { descriptor }

  /// Returns the next bytes without consuming them: `count` of them, or fewer at the end of the input.
  public func peek(_ count: Int) throws(ByteError) -> [UInt8] {
    var bytes: [UInt8] = []
    if isSeekable {
      try read(at: position, count: count, into: &bytes)
      return bytes
    }
    while ahead.count < count {
      bytes = [UInt8](repeating: 0, count: count - ahead.count)
      let got = try readDirectly(into: &bytes)
      if got == 0 { break }
      ahead.append(contentsOf: bytes[..<got])
    }
    return Array(ahead.prefix(count))
  }

  /// Reads the next bytes into the start of `buffer`, as many as are available at once, at most `buffer.count`.
  /// - Returns: the number of bytes; 0 at the end.
  public func read(into buffer: inout [UInt8]) throws(ByteError) -> Int {
    var count = min(ahead.count, buffer.count)
    if count > 0 {
      buffer.replaceSubrange(..<count, with: ahead[..<count])
      ahead.removeSubrange(..<count)
    } else {
      count = try readDirectly(into: &buffer)
    }
    position += UInt64(count)
    return count
  }

  /// Waits until there are bytes to read, or the end of the input.
  /// - Parameter milliseconds: how long to wait at most.
  /// - Returns: false if the time is over, or a signal came.
  public func waits(milliseconds: Int32) -> Bool {
    if !ahead.isEmpty || isSeekable { return true }
    var waiting = pollfd(fd: pollDescriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&waiting, 1, milliseconds) > 0
  }

  private func readDirectly(into buffer: inout [UInt8]) throws(ByteError) -> Int {
    // A file is read by offset, so that skipping needs no system call.
    if isSeekable { return try readPart(at: position, into: &buffer) }
    let descriptor = descriptor
    var count = 0
    repeat {
      count = unsafe buffer.withUnsafeMutableBytes { bytes in unsafe systemRead(descriptor, bytes.baseAddress, bytes.count) }
    } while count < 0 && errno == EINTR
    if count < 0 { throw lastError(name) }
    return count
  }

  /// Reads the bytes at an offset of a file into the start of `buffer`, with one system call and without resizing it.
  /// - Returns: the number of bytes, which may be fewer than `buffer.count` before the end; 0 at the end.
  public func readPart(at offset: UInt64, into buffer: inout [UInt8]) throws(ByteError) -> Int {
    guard let place = off_t(exactly: offset) else { return 0 }
    let descriptor = descriptor
    var count = 0
    repeat {
      count = unsafe buffer.withUnsafeMutableBytes { bytes in unsafe pread(descriptor, bytes.baseAddress, bytes.count, place) }
    } while count < 0 && errno == EINTR
    if count < 0 { throw lastError(name) }
    return count
  }

  /// Skips the next `count` bytes, as far as the file has them.
  /// - Returns: the number of bytes skipped; 0 for a pipe.
  public func skip(_ count: UInt64) -> UInt64 {
    if !isSeekable || position >= byteCount { return 0 }
    let possible = min(count, byteCount - position)
    position += possible
    return possible
  }

  public func read(at offset: UInt64, count: Int, into buffer: inout [UInt8]) throws(ByteError) {
    guard offset < byteCount, let place = off_t(exactly: offset) else {
      buffer.removeAll(keepingCapacity: true)
      return
    }
    // Bounded by the file size, however large `count` is.
    let wanted = Int(min(UInt64(max(0, count)), byteCount - offset))
    var (filled, failure): (Int, ByteError?) = (0, nil)
    if buffer.capacity < wanted {
      // A new array is filled without being cleared first.
      buffer = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { bytes, initialized in
        (filled, failure) = unsafe fill(UnsafeMutableRawBufferPointer(bytes), wanted, at: place)
        initialized = filled
      }
    } else {
      // To clear what is added costs less than new memory, whose pages the system clears at their first use.
      while buffer.count < wanted { buffer.append(contentsOf: Self.zeros.prefix(wanted - buffer.count)) }
      (filled, failure) = unsafe buffer.withUnsafeMutableBytes { bytes in unsafe fill(bytes, wanted, at: place) }
      buffer.removeLast(buffer.count - filled)
    }
    if let failure { throw failure }
  }

  private static let zeros = [UInt8](repeating: 0, count: 1 << 16)

  /// Reads `wanted` bytes, which the file had when it was opened, into the start of a buffer, or fewer before an error. A file that has them no
  /// more is one: tables that end early would be a file with less media, and no failure.
  private func fill(_ bytes: UnsafeMutableRawBufferPointer, _ wanted: Int, at place: off_t) -> (filled: Int, failure: ByteError?) {
    var filled = 0
    while filled < wanted {
      let got = unsafe pread(descriptor, bytes.baseAddress.map { unsafe $0 + filled }, wanted - filled, place + off_t(filled))
      if got < 0, errno == EINTR { continue }
      if got < 0 { return (filled, lastError(name)) }
      if got == 0 {
        let size = UInt64(place) + UInt64(filled)
        return (filled, ByteError("\(name): the file was shortened while it was read: it had \(byteCount) bytes, and has at most \(size)"))
      }
      filled += got
    }
    return (filled, nil)
  }
}

/// `read(2)`; inside `InputFile` the name would resolve to the method.
@inline(__always) private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}
