import BitstreamKit
import FileIO
import ProbeKit

/// Answers a question about the file named on the command line.
/// - Parameters:
///   - command: the command whose usage is shown if the request does not fit the file.
///   - body: asks the question.
func probe(_ invocation: Invocation, _ command: String, _ body: (Probe) throws(ProbeRequestError) -> ProbeOutcome) -> ExitCode {
  let file: InputFile
  do { file = try InputFile(invocation.arguments[0]) } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
  do { return ExitCode(try body(Probe(ProbeInput(file), .standard))) } catch {
    return reportUsage(UsageError(message: error.message, command: nil), command)
  }
}

extension ProbeSink {
  /// Answers on standard output, messages with the tool's name on standard error.
  static var standard: ProbeSink { standard(prefix: "\(toolName): ") }

  /// Answers on standard output, messages on standard error.
  static func standard(prefix: String) -> ProbeSink {
    ProbeSink(
      write: { (bytes) throws(ByteError) in try unsafe OutputDescriptor.standardOutput.write(bytes) },
      report: { report(prefix + $0) }, isReaderGone: { $0.isBrokenPipe })
  }
}

extension ProbeInput {
  /// Reads a file, or a pipe in order.
  convenience init(_ file: InputFile) {
    if file.isSeekable {
      self.init(file, name: file.name) { (offset, buffer) throws(ByteError) in try file.readPart(at: offset, into: &buffer) }
    } else {
      self.init(name: file.name) { (buffer) throws(ByteError) in try file.read(into: &buffer) }
    }
  }
}

extension ExitCode {
  /// The exit code of an outcome.
  init(_ outcome: ProbeOutcome) {
    switch outcome {
    case .complete: self = .success
    case .findings: self = .findings
    case .malformed: self = .malformed
    case .unusable: self = .noInput
    case .failed: self = .ioError
    }
  }
}

extension Invocation {
  /// The units selected by `--codec` and `--track`.
  func selection() throws(ProbeRequestError) -> StreamSelection {
    do { return StreamSelection(codec: codec, track: try trackIndex()) } catch { throw ProbeRequestError(error.message) }
  }
}
