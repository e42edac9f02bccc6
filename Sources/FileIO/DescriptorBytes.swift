import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Replaces bytes of an open file.
func replaceBytes(_ descriptor: Int32, at offset: UInt64, _ bytes: [UInt8], name: String) throws(ByteError) {
  var done = 0
  while done < bytes.count {
    let place = off_t(clamping: offset + UInt64(done))
    let count = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(descriptor, $0.baseAddress.map { unsafe $0 + done }, $0.count - done, place)
    }
    if count < 0, errno == EINTR { continue }
    if count < 0 { throw lastError(name) }
    done += count
  }
}

/// Reads bytes of an open file.
func readBytes(_ descriptor: Int32, at offset: UInt64, count: Int, into buffer: inout [UInt8], name: String) throws(ByteError) {
  var failure: ByteError?
  buffer.removeAll(keepingCapacity: true)
  // Avoids zeroing memory that the system fills.
  buffer = unsafe [UInt8](unsafeUninitializedCapacity: max(0, count)) { bytes, done in
    done = 0
    while done < count {
      let got = unsafe pread(descriptor, bytes.baseAddress.map { unsafe $0 + done }, count - done, off_t(clamping: offset + UInt64(done)))
      if got < 0, errno == EINTR { continue }
      if got < 0 { failure = lastError(name) }
      if got <= 0 { break }
      done += got
    }
  }
  if let failure { throw failure }
}

/// Calls `fsync`; succeeds for descriptors that do not support it (pipes).
func synchronizeFile(_ descriptor: Int32, name: String) throws(ByteError) {
  while fsync(descriptor) != 0 {
    if errno == EINTR { continue }
    if errno == EINVAL || errno == ENOTSUP || errno == EROFS { return }
    throw lastError(name)
  }
}
