import BitstreamKit
import FileIO
import ProbeKit

/// Writes a file, which gets its name when it is complete, or standard output.
/// - Parameters:
///   - total: the number of bytes that are read.
///   - body: writes the content, also of a damaged file.
func writeOutput(
  _ path: String, total: UInt64, _ invocation: Invocation, _ body: (ProbeSink, Progress) -> ProbeOutcome
) -> ExitCode {
  let progress = Progress(total: total, verb: "read")
  defer { progress.finish() }
  let printMessage = ProbeSink.standard(invocation).report
  let messages: (String) -> Void = {
    progress.finish()
    printMessage($0)
  }
  if path == "-" {
    let sink = ProbeSink(
      write: { (bytes) throws(ByteError) in try unsafe OutputDescriptor.standardOutput.write(bytes) }, report: messages,
      isReaderGone: { $0.isBrokenPipe }, advice: { $0.words })
    return ExitCode(body(sink, progress))
  }
  let file: OutputFile
  do { file = try OutputFile(path) } catch {
    report("\(toolName): \(error)")
    return .cannotCreate
  }
  var sink = ProbeSink(
    write: { (bytes) throws(ByteError) in
      let part = unsafe Array(bytes)
      try file.write(part, 0..<part.count)
    }, report: messages, advice: { $0.words })
  if invocation.has("verbose") { sink.findingLimit = .max }
  let outcome = body(sink, progress)
  if outcome == .failed || outcome == .unusable { return ExitCode(outcome) }
  do { try file.commit() } catch {
    report("\(toolName): \(error)")
    return .ioError
  }
  if Verbosity.saysWhatWasWritten {
    progress.finish()
    report("\(toolName): wrote \(path)")
  }
  return ExitCode(outcome)
}

/// The names of the files in a document that is passed on: without their folders, unless only those tell the files apart.
func shownNames(_ inputs: [ProbeInput]) -> [String] {
  let paths = inputs.map(\.name), names = paths.map(SystemPath.lastComponent)
  return Set(names).count == names.count ? names : paths
}
