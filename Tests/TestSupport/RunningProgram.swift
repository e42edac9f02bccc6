import Foundation

/// A program that runs while a test continues. It is killed when the value is released.
public final class RunningProgram: @unchecked Sendable {
  private let process = Process()
  private let files: [URL]

  /// Starts a program; its standard input is a file, or empty.
  public init(_ tool: String, _ arguments: [String], input: URL? = nil, environment: [String: String] = [:]) throws {
    guard let file = Program.path(of: tool) else { throw Program.Missing(name: tool) }
    process.executableURL = URL(filePath: file)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    files = try ["out", "err"].map { name in
      let url = Places.scratch(name)
      try Data().write(to: url)
      return url
    }
    process.standardInput = try input.map { try FileHandle(forReadingFrom: $0) } ?? FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
  }

  deinit {
    kill()
    for url in files { try? FileManager.default.removeItem(at: url) }
  }

  /// The process ID.
  public var id: Int32 { process.processIdentifier }
  /// Whether the program is running.
  public var isRunning: Bool { process.isRunning }
  /// Standard error so far.
  public var standardError: String { (try? String(contentsOf: files[1], encoding: .utf8)) ?? "" }

  /// Waits for the program to exit, and kills it after ten minutes.
  /// - Returns: the exit code, or 128 plus the number of the signal that ended it.
  public func wait() -> Int32 { process.waitForExit().status }

  /// Interrupts the program, as Ctrl-C does.
  public func interrupt() { process.interrupt() }

  /// Kills the program.
  public func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// A numeric field of `/proc/<pid>/status`, such as `VmHWM` in KiB; nil on systems without it.
  public func status(_ name: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first }.flatMap { Int($0) }
  }

  /// The number of open file descriptors; nil if the system does not report it.
  public var descriptorCount: Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count }
}

/// Polls a condition for at most `seconds`; the default is long enough for a loaded machine.
/// - Returns: whether the condition became true.
public func eventually(_ seconds: Double = 90, _ holds: () -> Bool) -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while !holds() {
    if Date() > end { return false }
    Thread.sleep(forTimeInterval: 0.02)
  }
  return true
}
