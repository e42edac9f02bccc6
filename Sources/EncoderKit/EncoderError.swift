import BitstreamKit

/// Why pictures or sound could not be encoded.
public enum EncoderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A program is not on this machine.
  /// - Parameter package: the Debian package that has it, where that is known.
  case missing(program: String, package: String?)
  /// A program could not be started: the system's words.
  case cannotStart(program: String, reason: String)
  /// A program ended otherwise than it should have.
  case failed(ProgramFailure)
  /// What was given to read is not what it should be.
  case malformed(String)
  /// What was asked for cannot be done.
  case unsupported(String)
  /// Reading or writing failed.
  case bytes(ByteError)

  /// One line; for a program that failed, lines of what it said follow.
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

/// How a program failed, and what it said last.
public struct ProgramFailure: Sendable, Equatable, CustomStringConvertible {
  /// The ways in which it can.
  public enum Reason: Sendable, Equatable {
    /// It ended by itself with this code.
    case exited(Int32)
    /// This signal ended it.
    case signalled(Int32)
    /// It neither read nor wrote for so many seconds, and was ended.
    case hung(seconds: Int)
    /// What it wrote cannot be understood.
    case malformedOutput(String)
    /// It ended well, and gave fewer pictures than it was given.
    case incomplete(taken: UInt64, given: UInt64)
  }

  /// The program's name.
  public var program: String
  /// How it failed.
  public var reason: Reason
  /// The last lines of its standard error.
  public var messages: String

  /// A failure.
  public init(program: String, reason: Reason, messages: String = "") {
    self.program = program
    self.reason = reason
    self.messages = messages
  }

  /// What happened, and behind it the program's own lines.
  public var description: String {
    let what =
      switch reason {
      case .exited(let code): "ended with code \(code)"
      case .signalled(let number): "was ended by signal \(number)"
      case .hung(let seconds): "did nothing for \(seconds) seconds"
      case .malformedOutput(let why): "wrote what cannot be used: \(why)"
      case .incomplete(let taken, let given): "gave \(given) of \(taken) pictures"
      }
    return "\(program) \(what)" + (messages.isEmpty ? "" : "\n" + messages)
  }
}
