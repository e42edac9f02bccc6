import BitstreamKit

/// How the process ends: the numbers of sysexits(3), which scripts can tell apart.
enum ExitCode: Int32 {
  /// Everything is as it should be.
  case success = 0
  /// Read to the end, and there is something to complain about, such as an end inside of a sample.
  case findings = 1
  /// The command line is wrong.
  case usage = 64
  /// The input is not what it has to be, or too broken to go on; what could be read was printed.
  case malformed = 65
  /// The input cannot be opened.
  case noInput = 66
  /// A program or a server that is needed is not there, or refuses.
  case unavailable = 69
  /// The output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case ioError = 74
  /// Somebody asked for the end, by a signal.
  case interrupted = 130

  /// What it means that media could not be written: what came is malformed or of a kind that the output does not hold, or the output failed.
  init(writing error: MediaError) {
    switch error {
    case .bytes: self = .ioError
    case .malformed, .unsupported: self = .malformed
    }
  }

  /// The worse of two: an interrupt, an I/O error, then malformed input, then findings.
  func or(_ other: ExitCode) -> ExitCode { rawValue >= other.rawValue ? self : other }
}
