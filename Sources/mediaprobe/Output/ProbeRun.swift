import BitstreamKit
import CheckKit
import FileIO
import ProbeKit

/// Answers a question about each of the files that a command line names.
/// - Parameters:
///   - access: what the question needs: a pipe is copied to an unnamed temporary file if it needs random access.
///   - afterBatch: called after the answers about several files, with their number.
///   - pages: the rules with findings, for an output that describes them at its end.
///   - body: asks the question about one file.
func probe(
  _ invocation: Invocation, needs access: InputAccess = .inOrder, afterBatch: ((Int) -> Void)? = nil,
  pages: () -> [RulePage] = { [] }, _ body: @escaping (Probe, Invocation) throws(ProbeRequestError) -> ProbeOutcome
) -> ExitCode {
  do { _ = try Batch.jobs(invocation) } catch { return reportUsage(error, invocation) }
  let files: FileList
  do { files = try FileList(invocation) } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
  let opener = InputOpener(invocation)
  // Segments that follow an initialization segment are one file.
  let isJoined = opener.initialization != nil
  let ask = { (path: String, invocation: Invocation, sink: ProbeSink) throws(ProbeRequestError) in
    try answerFile(invocation, sink, body) { () throws(OpenError) in
      isJoined ? try opener.probeInput(joining: files.paths) : try opener.probeInput(path, access)
    }
  }
  let paths = isJoined ? [files.paths.first ?? ""] : files.paths
  let isBatch = files.isBatch && !isJoined
  if !isBatch, Batch.framed(invocation) == nil, let path = paths.first {
    do { return try ask(path, invocation, .standard(invocation)) } catch {
      return reportUsage(error.message, invocation)
    }
  }
  do {
    let code = try Batch(paths, invocation).run(pages: pages, ask)
    if paths.isEmpty {
      report("\(toolName): there is no file to read: the folders and lists name none")
      return .noInput
    }
    if isBatch { afterBatch?(paths.count) }
    return code
  } catch { return reportUsage(error, invocation) }
}

private func answerFile(
  _ invocation: Invocation, _ sink: ProbeSink, _ body: (Probe, Invocation) throws(ProbeRequestError) -> ProbeOutcome,
  open: () throws(OpenError) -> ProbeInput
) throws(ProbeRequestError) -> ExitCode {
  let input: ProbeInput
  do { input = try open() } catch {
    sink.report(error.message)
    return error.exitCode
  }
  for problem in input.problems { sink.report(problem) }
  return ExitCode(try body(Probe(input, sink), invocation).or(input.problems.isEmpty ? .complete : .findings))
}

extension ProbeSink {
  /// Answers on standard output, messages with the tool's name on standard error.
  static var standard: ProbeSink { standard(prefix: "\(toolName): ") }

  /// The same, with as many findings as a command line asks for.
  static func standard(_ invocation: Invocation) -> ProbeSink {
    var sink = standard
    if invocation.has("verbose") { sink.findingLimit = .max }
    return sink
  }

  /// Answers on standard output, messages on standard error.
  static func standard(prefix: String) -> ProbeSink {
    ProbeSink(
      write: { (bytes) throws(ByteError) in try unsafe OutputDescriptor.standardOutput.write(bytes) },
      report: { mediaprobe.report(prefix + $0) }, isReaderGone: { $0.isBrokenPipe }, advice: { $0.words })
  }
}

extension ProbeInput {
  /// Reads a file, or a pipe in order.
  convenience init(_ file: InputFile) {
    if file.isSeekable {
      self.init(AnyByteSource(file), name: file.name) { (offset, buffer) throws(ByteError) in try file.readPart(at: offset, into: &buffer) }
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
  /// The units selected by `--codec`, `--track` and `--item`.
  func selection() throws(ProbeRequestError) -> StreamSelection {
    do { return StreamSelection(codec: codec, track: try trackIndex(), item: try itemID()) } catch {
      throw ProbeRequestError(error.message)
    }
  }
}
