import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lists the regular files in a folder and the folders inside, by the bytes of their names. Leaves out names that start with a dot, and
/// does not follow links to folders, which can form circles.
/// - Parameter limit: the number of levels.
/// - Throws: if the folder cannot be read. One inside that cannot be read is in the list itself.
public func filesInFolder(_ path: String, limit: Int = 64) throws(ByteError) -> [String] {
  var names: [[UInt8]] = []
  guard let folder = SystemPath.withCString(path, { unsafe opendir($0) }) else { throw lastError(path) }
  while let entry = unsafe readdir(folder) {
    let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in unsafe Array(bytes.prefix { $0 != 0 }) }
    if name.first != 0x2E { names.append(name) }
  }
  unsafe closedir(folder)
  var files: [String] = []
  for name in names.ordered(by: { $0.lexicographicallyPrecedes($1) }) {
    let full = path + (path.utf8.last == 0x2F ? "" : "/") + SystemPath.text(name)
    guard let identity = FileIdentity(full) else { continue }
    if identity.isRegular {
      files.append(full)
    } else if identity.isFolder, limit > 1, !isLink(full) {
      // A folder that cannot be read is in the list itself, so that it is reported and the others are read.
      do { files += try filesInFolder(full, limit: limit - 1) } catch { files.append(full) }
    }
  }
  return files
}

private func isLink(_ path: String) -> Bool {
  var status = stat()
  return SystemPath.withCString(path, { unsafe lstat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFLNK
}
