import BitstreamKit
import EncoderKit

/// Exit codes, from sysexits(3).
enum ExitCode: Int32 {
  /// No problems.
  case success = 0
  /// Read to the end with findings, such as a truncated sample.
  case findings = 1
  /// The command line is invalid.
  case usage = 64
  /// The input is malformed or of the wrong kind; what could be read was printed.
  case malformed = 65
  /// The input cannot be opened, or there is none.
  case noInput = 66
  /// A required program or server is unavailable or rejects the request.
  case unavailable = 69
  /// The output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case ioError = 74
  /// Interrupted by a signal.
  case interrupted = 130

  /// The exit code of an error: reading or writing failed, or the media is malformed or not supported.
  init(_ error: MediaError) { self = error.failure == nil ? .malformed : .ioError }

  /// The exit code of an encoding error.
  init(_ error: EncoderError, isInput: Bool = false) {
    switch error {
    case .missing, .cannotStart, .failed: self = .unavailable
    case .malformed: self = .malformed
    case .unsupported: self = .usage
    case .bytes: self = isInput ? .noInput : .ioError
    }
  }

  /// The worse of two: an interrupt, an I/O error, then malformed input, then findings.
  func or(_ other: ExitCode) -> ExitCode { rawValue >= other.rawValue ? self : other }
}
