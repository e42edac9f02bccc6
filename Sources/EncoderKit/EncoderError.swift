import BitstreamKit

/// An error while encoding video or audio.
public enum EncoderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A program is not installed.
  /// - Parameter package: the Debian package that contains it, if known.
  case missing(program: String, package: String?)
  /// A program could not be started; `reason` is the system's error message.
  case cannotStart(program: String, reason: String)
  /// A program failed.
  case failed(ProgramFailure)
  /// The input is malformed.
  case malformed(String)
  /// The request is not supported.
  case unsupported(String)
  /// Reading or writing failed.
  case bytes(ByteError)

  /// One line; for a program that failed, the last lines of its standard error follow.
  public var description: String {
    switch self {
    case .missing(let program, let package):
      "\(program) is not installed" + (package.map { ": apt-get install \($0)" } ?? "")
    case .cannotStart(let program, let reason): "\(program) cannot be started: \(reason)"
    case .failed(let failure): failure.description
    case .malformed(let why), .unsupported(let why): why
    case .bytes(let error): error.description
    }
  }
}

/// How a program failed, and the last lines of its standard error.
public struct ProgramFailure: Sendable, Equatable, CustomStringConvertible {
  /// The reason of the failure.
  public enum Reason: Sendable, Equatable {
    /// It exited with this code.
    case exited(Int32)
    /// It was terminated by this signal.
    case signalled(Int32)
    /// It neither read nor wrote for this many seconds, and was terminated.
    case hung(seconds: Int)
    /// Its output cannot be parsed.
    case malformedOutput(String)
    /// It exited with code 0 but output fewer pictures than it was given.
    case incomplete(taken: UInt64, given: UInt64)
  }

  /// The program's name.
  public var program: String
  /// The reason of the failure.
  public var reason: Reason
  /// The last lines of its standard error.
  public var messages: String

  /// Creates a failure.
  public init(program: String, reason: Reason, messages: String = "") {
    self.program = program
    self.reason = reason
    self.messages = messages
  }

  /// The reason, followed by the program's own messages.
  public var description: String {
    let what =
      switch reason {
      case .exited(let code): "ended with code \(code)"
      case .signalled(let number): "was terminated by signal \(number)"
      case .hung(let seconds): "made no progress for \(seconds) seconds"
      case .malformedOutput(let why): "wrote invalid output: \(why)"
      case .incomplete(let taken, let given): "output \(given) of \(taken) pictures"
      }
    return "\(program) \(what)" + (messages.isEmpty ? "" : "\n" + messages)
  }
}
