import BitstreamKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Copies a pipe to an unnamed temporary file, which can be read at any offset and vanishes when the process ends, however it ends.
public enum SpoolFile {
  /// Reads a pipe to its end.
  /// - Parameter path: the file is created in the directory of this path; nil for the directory of temporary files.
  /// - Throws: if no file can be created there, or reading or writing fails.
  public static func read(_ pipe: InputFile, beside path: String?) throws(ByteError) -> InputFile {
    try read(pipe.name, beside: path) { (chunk) throws(ByteError) in try pipe.read(into: &chunk) }
  }

  /// Reads any input to its end.
  /// - Parameters:
  ///   - name: the name of the input in messages.
  ///   - path: the file is created in the directory of this path; nil for the directory of temporary files.
  ///   - next: reads the next bytes into the start of its argument, whose size it keeps, and returns their number; 0 at the end.
  /// - Throws: if no file can be created there, or reading or writing fails.
  public static func read(
    _ name: String, beside path: String?, _ next: (inout [UInt8]) throws(ByteError) -> Int
  ) throws(ByteError) -> InputFile {
    let folder = path.map { SystemPath.folder($0) } ?? temporaryFolder()
    var descriptor: Int32 = -1
    var attempt = 0
    while descriptor < 0 {
      let place = "\(folder).mediaprobe.\(getpid()).\(attempt).spool"
      descriptor = openUnnamed(place)
      if descriptor < 0 {
        attempt += 1
        if (errno != EEXIST && errno != EINTR) || attempt > 100 { throw lastError(folder.isEmpty ? "." : folder) }
      }
    }
    do {
      let sink = OutputDescriptor(descriptor, name: "a temporary file beside the output")
      var chunk = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let count = try next(&chunk)
        if count == 0 { break }
        try sink.write(chunk, 0..<count)
      }
    } catch {
      close(descriptor)
      throw error
    }
    return try InputFile(descriptor: descriptor, name: name)
  }

  /// Creates a file and removes its name. Signals wait meanwhile: one that ends the process would leave the file.
  private static func openUnnamed(_ path: String) -> Int32 {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let descriptor = SystemPath.withCString(path) { unsafe open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600 as mode_t) }
    if descriptor >= 0 { _ = SystemPath.withCString(path) { unsafe unlink($0) } }
    return descriptor
  }

  private static func temporaryFolder() -> String {
    guard let text = unsafe getenv("TMPDIR") else { return "/tmp/" }
    let folder = unsafe SystemPath.text(text)
    return folder.isEmpty ? "/tmp/" : folder.utf8.last == 0x2F ? folder : folder + "/"
  }
}

extension OutputDescriptor {
  /// Whether the descriptor is a terminal.
  public var isTerminal: Bool { isatty(number) == 1 }
}
