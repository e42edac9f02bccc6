import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension BytePatch {
  /// Applies patches to a file. Verifies the current bytes of all patches before the first write.
  /// - Throws: if the file cannot be opened for writing, or its bytes differ from those of a patch.
  public static func apply(_ patches: [BytePatch], to path: String) throws(ByteError) {
    if patches.isEmpty { return }
    let descriptor = try openFile(path, O_RDWR | O_CLOEXEC, name: path)
    defer { close(descriptor) }
    for patch in patches {
      var there = [UInt8](repeating: 0, count: patch.old.count)
      let count = unsafe there.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(clamping: patch.offset))
      }
      if count < 0 { throw lastError(path) }
      if count != patch.old.count || there != patch.old || patch.new.count != patch.old.count {
        throw ByteError("\(path): the file has changed at \(patch.offset)")
      }
    }
    for patch in patches {
      let count = unsafe patch.new.withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(clamping: patch.offset))
      }
      if count != patch.new.count { throw lastError(path) }
    }
    if fsync(descriptor) != 0, errno != EINVAL { throw lastError(path) }
  }
}
