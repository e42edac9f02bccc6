import Foundation

/// A program that runs while a test does other things. It is ended with the value.
public final class RunningProgram: @unchecked Sendable {
  private let process = Process()
  private let files: [URL]

  /// Starts a program; its standard input is a file or empty.
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

  /// The process.
  public var id: Int32 { process.processIdentifier }
  /// Whether it runs.
  public var isRunning: Bool { process.isRunning }
  /// What it said on standard error so far.
  public var standardError: String { (try? String(contentsOf: files[1], encoding: .utf8)) ?? "" }

  /// Waits for its end.
  /// - Returns: the exit code, or 128 and the signal that ended it.
  public func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Asks it to end, as Ctrl-C does.
  public func interrupt() { process.interrupt() }

  /// Ends it at once.
  public func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// A number of `/proc/<pid>/status`, such as `VmHWM` in KiB; nil where the system has none.
  public func status(_ name: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line.flatMap { $0.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first }.flatMap { Int($0) }
  }

  /// How many descriptors it has open; nil where the system does not tell.
  public var descriptorCount: Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count }
}

/// Waits until something holds, at most `seconds`: more than any machine needs that does other things at the same time.
/// - Returns: whether it came to hold.
public func eventually(_ seconds: Double = 90, _ holds: () -> Bool) -> Bool {
  let end = Date(timeIntervalSinceNow: seconds)
  while !holds() {
    if Date() > end { return false }
    Thread.sleep(forTimeInterval: 0.02)
  }
  return true
}
