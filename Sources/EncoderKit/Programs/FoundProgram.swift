import BitstreamKit
import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An installed program.
public struct FoundProgram: Sendable, Equatable {
  /// The requested name, such as `x264`.
  public let name: String
  /// The path of the executable.
  public let path: String

  /// Finds a program as a shell does: in the directories of PATH, or at the path given.
  /// - Throws: if it is not found; the error names the package that contains it.
  public init(_ name: String) throws(EncoderError) {
    self.name = name.split(separator: "/").last.map { String($0) } ?? name
    let candidates =
      name.utf8.contains(0x2F)
      ? [name]
      : (Spawn.environmentValue("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
    guard let found = candidates.first(where: Self.isProgram) else {
      throw .missing(program: name, package: Self.package(of: name))
    }
    path = found
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    guard SystemPath.withCString(path, { unsafe stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return SystemPath.withCString(path) { unsafe access($0, X_OK) } == 0
  }

  /// Returns the Debian package that contains a program; nil if unknown.
  public static func package(of name: String) -> String? {
    switch name {
    case "x264", "x265", "ffmpeg", "curl": name
    case "fdkaac": "fdkaac"
    case "faac": "faac"
    default: nil
    }
  }

  /// Returns the program's version: the first line with a digit of what it prints for `--version` (FFmpeg: `-version`).
  /// - Parameter timeout: seconds.
  /// - Returns: nil if it prints no such line in time.
  public func version(timeout: Double = 10) -> String? {
    let word = name == "ffmpeg" ? "-version" : "--version"
    guard let child = try? ChildProcess(name: name, path: path, arguments: [word]) else { return nil }
    child.closeInput()
    var bytes: [UInt8] = []
    let start = monotonicNanoseconds()
    while !child.isOver {
      var set = WaitSet()
      child.register(in: &set)
      set.limit(to: 100)
      set.wait()
      child.transfer(into: &bytes)
      if bytes.count > 1 << 20 || Double(monotonicNanoseconds() &- start) / 1e9 > timeout { break }
    }
    let said = String(decoding: bytes.prefix(4096), as: UTF8.self) + "\n" + child.messages
    child.end()
    return said.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }).first { $0.contains(where: \.isNumber) }.map { String($0) }
  }
}
