import Foundation

/// Runs other programs: the built `mediaprobe`, and the tools it is compared with.
public enum Program {
  /// The result of running a program.
  public struct Result: Sendable {
    /// The exit code, or 128 plus the number of the signal that ended the program.
    public var status: Int32
    /// The complete standard output.
    public var standardOutput: Data
    /// The complete standard error, as text.
    public var standardError: String

    /// Standard output as text.
    public var text: String { String(decoding: standardOutput, as: UTF8.self) }
  }

  /// The program was not found.
  public struct Missing: Error { let name: String }

  /// Whether a missing tool is a failure rather than a reason to skip a test (in CI).
  public static let toolsAreRequired = ProcessInfo.processInfo.environment["MEDIAPROBE_REQUIRE_TOOLS"] == "1"

  /// Whether to run a test that needs `tool`: the tool is available, or its absence is a failure.
  public static func has(_ tool: String) -> Bool { toolsAreRequired || path(of: tool) != nil }

  /// Searches `PATH` for a program.
  public static func path(of tool: String) -> String? {
    if tool.contains("/") { return tool }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The `mediaprobe` under test: the one built with the tests, or another build of the same sources that `MEDIAPROBE_PROGRAM` names. A
  /// release of it makes the tests of the command several times faster.
  public static let mediaprobe: String = {
    // A shell that runs the tests in the background makes them ignore SIGINT, which the program would inherit.
    signal(SIGINT, SIG_DFL)
    guard let other = ProcessInfo.processInfo.environment["MEDIAPROBE_PROGRAM"], !other.isEmpty else { return built("mediaprobe") }
    precondition(FileManager.default.isExecutableFile(atPath: other), "MEDIAPROBE_PROGRAM is not a program: \(other)")
    return URL(filePath: other).path
  }()

  /// The path of a program of the package that is built with the tests.
  public static func built(_ name: String) -> String {
    #if os(macOS)
      let folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    #else
      let folder = Bundle.main.executableURL?.deletingLastPathComponent()
    #endif
    return (folder ?? Places.root.appending(path: ".build/debug")).appending(path: name).path
  }

  /// Runs the built `mediaprobe`.
  public static func mediaprobe(_ arguments: String..., input: Data? = nil) throws -> Result {
    try run(mediaprobe, arguments, input: input)
  }

  /// Runs a bash command line in which `$MP` is the built `mediaprobe`.
  public static func shell(_ line: String) throws -> Result {
    try run("bash", ["-c", line], environment: ["MP": mediaprobe])
  }

  /// Runs a program and waits for it to exit.
  public static func run(_ tool: String, _ arguments: [String], input: Data? = nil, environment: [String: String] = [:]) throws -> Result {
    guard let file = path(of: tool) else { throw Missing(name: tool) }
    let process = Process()
    process.executableURL = URL(filePath: file)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Use files instead of pipes, so that no program blocks on a full pipe.
    let files = try ["in", "out", "err"].map { name in
      let url = Places.scratch(name)
      try (name == "in" ? input ?? Data() : Data()).write(to: url)
      return url
    }
    defer { for url in files { try? FileManager.default.removeItem(at: url) } }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    let (status, isLate) = process.waitForExit()
    let message = isLate ? "\n\(tool) was killed after \(Int(Process.longest)) s\n" : ""
    return Result(
      status: status, standardOutput: try Data(contentsOf: files[1]),
      standardError: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self) + message)
  }
}

extension Process {
  /// The most seconds that a test waits for a process: ten times what the slowest one needs.
  static let longest = 600.0

  /// Waits for the process to exit, and kills it after `longest` seconds.
  /// - Returns: the exit code, or 128 plus the number of the signal that ended the process, and whether it was killed.
  @discardableResult public func waitForExit() -> (status: Int32, isLate: Bool) {
    let id = processIdentifier
    let deadline = DispatchWorkItem { Foundation.kill(id, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.longest, execute: deadline)
    let start = Date()
    waitUntilExit()
    deadline.cancel()
    let isLate = terminationReason == .uncaughtSignal && Date().timeIntervalSince(start) >= Self.longest
    return (terminationReason == .exit ? terminationStatus : 128 + terminationStatus, isLate)
  }
}
