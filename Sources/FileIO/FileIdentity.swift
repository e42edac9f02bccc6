#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The identity of a file, independent of its name: device and inode.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let inode: UInt64
  let isRegular: Bool
  let isFolder: Bool
  let permissions: mode_t

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    permissions = status.st_mode & 0o7777
  }

  /// The file with a name, following links; nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard SystemPath.withCString(path, { unsafe stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  /// The file of a descriptor; nil if it is not open.
  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file of standard output; nil if it is not open for writing. In a program started with standard output closed, the descriptor
  /// belongs to the first file it opens, an input.
  static var standardOutput: FileIdentity? {
    let flags = fcntl(STDOUT_FILENO, F_GETFL)
    return flags == -1 || flags & O_ACCMODE == O_RDONLY ? nil : FileIdentity(descriptor: STDOUT_FILENO)
  }

  static func == (a: Self, b: Self) -> Bool { a.device == b.device && a.inode == b.inode }
}

/// Whether a path names a folder, following links.
public func isFolder(_ path: String) -> Bool { FileIdentity(path)?.isFolder == true }

/// Whether a path names a regular file, following links.
public func isRegularFile(_ path: String) -> Bool { FileIdentity(path)?.isRegular == true }
