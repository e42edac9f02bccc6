import BitstreamKit
import CheckKit
import FileIO
import ProbeKit
import RemuxKit

let diffCommand = CommandSpec(
  name: "diff", abstract: "Compare two files: structure, parameter sets, samples, times, metadata.",
  discussion: """
    The files may be of different containers. Samples are aligned by their bytes: one that is missing, inserted, moved or changed is named,
    and those after it are not. Start codes, length fields, parameter sets, access unit delimiters and the messages of hvcC do not count
    as samples.
    Lines that begin with '-' are about the first file, with '+' about the second one. Exits with 1 if the files differ, else with 0.
    """,
  arguments: [
    ArgumentSpec(name: "first", help: "The first file, an address, or '-'."),
    ArgumentSpec(name: "second", help: "The second file, an address, or '-'."),
  ],
  options: [
    OptionSpec(
      name: "only", value: "parts", values: DiffPart.allCases.map(\.name.description), isList: true,
      help: "Compare only these parts, separated by commas; can be repeated."),
    OptionSpec(
      name: "ignore", value: "name",
      help:
        """
        Do not compare this part, box, path, field, element or metadata key; can be repeated. Parts are those of --only; 'sync' and \
        'dependency' are the flags of samples.
        """),
    OptionSpec(name: "all", help: "Show all differences of each section, instead of the first 20, and each sample of a run."),
    .streamCodec,
    OptionSpec(
      name: "format", value: "format", values: DiffForm.allCases.map(\.rawValue), help: "Output format. (default: text)"),
    .header,
  ],
  examples: [
    "diff in.mp4 in.flv",
    "diff --only samples --json in.mp4 recordings/one.mp4",
    "diff --ignore container --json in.mp4 in.flv",
    "diff --ignore stco --ignore creation_time in.hevc.mp4 in.mp4",
  ],
  run: runDiff)

private func runDiff(_ invocation: Invocation) -> ExitCode {
  var options = DiffOptions()
  options.only = (invocation.allValues["only"] ?? []).compactMap(DiffPart.init(name:))
  options.ignored = invocation.allValues["ignore"] ?? []
  if options.parts.isEmpty { return reportUsage("No part is left to compare.", invocation) }
  options.showsAll = invocation.has("all")
  options.codec = invocation.codec
  options.form = invocation.options["format"].flatMap(DiffForm.init(rawValue:)) ?? .text
  options.isColoured = usesColours
  let paths = invocation.arguments
  if paths.filter({ $0 == "-" }).count > 1 {
    return reportUsage("Standard input can be one of the files only.", invocation)
  }
  let opener = InputOpener(invocation)
  var inputs: [ProbeInput] = []
  for path in paths {
    do { inputs.append(try opener.probeInput(path, .anywhere)) } catch {
      report("\(toolName): \(error.message)")
      return error.exitCode
    }
  }
  let progress = Progress(total: inputs.reduce(0) { $0 &+ $1.byteCount }, verb: "compared")
  let printMessage = ProbeSink.standard(invocation).report
  let sink = ProbeSink(
    write: { (bytes) throws(ByteError) in
      progress.finish()
      try unsafe OutputDescriptor.standardOutput.write(bytes)
    },
    report: {
      progress.finish()
      printMessage($0)
    }, isReaderGone: { $0.isBrokenPipe }, advice: { $0.words })
  let observed = inputs.map { input in ProbeInput(input) { progress.add($0) } }
  let outcome = Diff(observed[0], observed[1], options).run(sink)
  progress.finish()
  return ExitCode(outcome)
}
