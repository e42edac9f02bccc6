import BitstreamKit
import FileIO

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program on this machine.
public struct FoundProgram: Sendable, Equatable {
  /// As it was asked for: `x264`.
  public let name: String
  /// The file.
  public let path: String

  /// Looks for a program where a shell would: in the folders of PATH, or where the name itself says.
  /// - Throws: where there is none, naming the package that has it.
  public init(_ name: String) throws(EncoderError) {
    self.name = name.split(separator: "/").last.map { String($0) } ?? name
    let candidates =
      name.contains("/")
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

  /// The Debian package that has a program; nil where we do not know it.
  public static func package(of name: String) -> String? {
    switch name {
    case "x264", "x265", "ffmpeg": name
    case "fdkaac": "fdkaac"
    case "faac": "faac"
    default: nil
    }
  }

  /// What it says of its version: the first line that holds a digit, of what it prints when it is asked.
  /// - Parameter timeout: seconds.
  /// - Returns: nil where it says nothing in time.
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
