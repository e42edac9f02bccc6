import BitstreamKit
import CheckKit
import FileIO
import ProbeKit

/// Asks the same question about each of several files. A file that cannot be read is reported, and the run goes on.
struct Batch {
  private let paths: [String]
  private let invocation: Invocation
  private let form: BatchForm
  private let hasRows: Bool
  private let jobs: Int

  init(_ paths: [String], _ invocation: Invocation) throws(UsageError) {
    self.paths = paths
    var invocation = invocation
    let command = invocation.command
    let formats = command.options.first { $0.name == "format" }?.values ?? []
    let format = invocation.options["format"] ?? formats.first ?? "table"
    switch format {
    case "json": form = .json
    case "jsonl": form = .jsonl
    case "csv": form = .csv
    default: form = Batch.framed(invocation).map { .framed($0) } ?? (command.namesFiles ? .named : .text)
    }
    // One object a file holds the document of the command where it has one.
    hasRows = format == "jsonl" && !formats.contains("json")
    if format == "jsonl", !hasRows { invocation.options["format"] = "json" }
    self.invocation = invocation
    jobs = try Self.jobs(invocation)
  }

  /// The value of `--jobs`.
  static func jobs(_ invocation: Invocation) throws(UsageError) -> Int {
    guard let text = invocation.options["jobs"] else { return 1 }
    guard let jobs = Int(text), jobs > 0, jobs <= BatchQueue.maxJobs else {
      throw UsageError("The value of '--jobs' is not a number from 1 to \(BatchQueue.maxJobs): '\(text)'.")
    }
    return jobs
  }

  /// The form of an output that is one document, whatever the number of files.
  static func framed(_ invocation: Invocation) -> CheckForm? {
    guard let form = invocation.options["format"].flatMap(CheckForm.init(rawValue:)), !form.opening.isEmpty else { return nil }
    return form
  }

  /// Asks about all files and returns the worst exit code.
  /// - Parameter pages: the rules with findings, for an output that describes them at its end.
  func run(pages: () -> [RulePage], _ ask: @escaping (String, Invocation, ProbeSink) throws(ProbeRequestError) -> ExitCode) -> ExitCode {
    let results = BatchResults(paths.count)
    let queue = BatchQueue(count: paths.count) { number, turn in
      if results.hasFailed { return }
      results.set(number, answer(number, turn, ask))
      if turn.failure != nil { results.fail(turn.failure) }
    }
    queue.run(jobs: jobs)
    if let failure = results.failure {
      if failure.isBrokenPipe { return .success }
      report("\(toolName): \(failure)")
      return .ioError
    }
    let end = BatchAnswer.end(form, isEmpty: paths.isEmpty, pages())
    do { try OutputDescriptor.standardOutput.write(end, 0..<end.count) } catch {
      if !error.isBrokenPipe { return .ioError }
    }
    return results.worst
  }

  private func answer(_ number: Int, _ turn: BatchTurn, _ ask: (String, Invocation, ProbeSink) throws(ProbeRequestError) -> ExitCode)
    -> ExitCode
  {
    let state = BatchState(BatchAnswer(form, name: paths[number], isFirst: number == 0, hasRows: hasRows))
    turn.write(state.answer.opening)
    let sink = ProbeSink(
      write: { (bytes) throws(ByteError) in
        turn.write(state.answer.place(unsafe Array(bytes)), after: state.answer.separator)
        if let failure = turn.failure { throw failure }
      },
      report: { if !state.answer.takes($0) { turn.report("\(toolName): \($0)") } }, isReaderGone: { $0.isBrokenPipe },
      advice: { $0.words })
    let code: ExitCode
    do { code = try ask(paths[number], invocation, sink) } catch {
      // A request can fit some of the files.
      sink.report("\(paths[number]): \(error.message)")
      code = .usage
    }
    turn.write(state.answer.closing(code), after: state.answer.separator)
    return code
  }
}

/// An answer that closures share.
private final class BatchState {
  var answer: BatchAnswer

  init(_ answer: BatchAnswer) { self.answer = answer }
}
