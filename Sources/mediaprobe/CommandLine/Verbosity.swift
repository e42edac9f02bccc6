import FileIO
import Synchronization

/// How much a command prints besides its output and its errors, by `--quiet` and `--verbose`. Set once, before the command runs.
enum Verbosity {
  private static let quiet = Atomic<Bool>(false)
  private static let verbose = Atomic<Bool>(false)

  static func set(_ invocation: Invocation) {
    quiet.store(invocation.has("quiet"), ordering: .relaxed)
    verbose.store(invocation.has("verbose"), ordering: .relaxed)
  }

  /// Whether notes, warnings and progress are left out.
  static var isQuiet: Bool { quiet.load(ordering: .relaxed) }
  /// Whether a command says what it wrote: to people, and to scripts that ask for it.
  static var saysWhatWasWritten: Bool {
    !isQuiet && (verbose.load(ordering: .relaxed) || OutputDescriptor.standardError.isTerminal)
  }
}

/// A note or warning on standard error, left out by `--quiet`.
func note(_ line: String) {
  if !Verbosity.isQuiet { report("\(toolName): \(line)") }
}
