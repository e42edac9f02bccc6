import BitstreamKit
import CheckKit
import EncoderKit
import FileIO
import ProbeKit

let reportCommand = CommandSpec(
  name: "report", abstract: "Write a page to look at: pictures, buffer, clock, structure and findings of a file.",
  discussion: """
    Writes one HTML file that needs no network and opens in any browser: what 'check' finds, every picture and sample by size, type, time and
    place, the coded picture buffer, and the structure of the file with its elements and bytes. With a second file, also how they differ.
    The times of a byte stream follow from its picture rate or from --fps; without a rate they count pictures.
    Has at most 40 bytes for each sample, and 300 KB more. '--json' writes the facts that the page is made of.
    Exits with 65 if a file is damaged; the report has what could be read.
    """,
  arguments: [
    ArgumentSpec(name: "file", help: "The file, an address, or '-'."),
    ArgumentSpec(name: "second", help: "A file to compare with.", isOptional: true),
  ],
  options: [
    OptionSpec(
      name: "output", short: "o", value: "path", help: "The file to write; '-' for standard output. (default: -)"),
    OptionSpec(name: "open", help: "Open the report when it is written."),
    .streamCodec, .frameRate,
    OptionSpec(name: "format", value: "format", values: ["html", "json"], help: "Output format. (default: html)"),
  ] + OptionSpec.inputOptions,
  examples: [
    "report in.mp4 -o out.html",
    "report in.mp4 in.flv -o out.html",
    "report in.h264 --json",
  ],
  run: runReport)

private func runReport(_ invocation: Invocation) -> ExitCode {
  let isJSON = invocation.options["format"] == "json"
  let path = invocation.options["output"] ?? "-"
  if path == "-", !isJSON, OutputDescriptor.standardOutput.isTerminal { return refuseTerminal() }
  let paths = invocation.arguments
  if paths.filter({ $0 == "-" }).count > 1 {
    return reportUsage("Standard input can be one of the files only.", invocation)
  }
  if invocation.has("open"), path == "-" || isJSON {
    return reportUsage("'--open' needs a report in a file.", invocation)
  }
  if let code = refuseOverwriting([path], inputs: paths, invocation) { return code }
  let rate: ExactRatio?
  do throws(UsageError) { rate = try invocation.frameRate() } catch { return reportUsage(error, invocation) }
  let opener = InputOpener(invocation)
  var inputs: [ProbeInput] = []
  for input in paths {
    if path != "-", isSameFile(input: input, output: path) { return refuseOutput(path, as: input) }
    do { inputs.append(try opener.probeInput(input, .anywhere)) } catch {
      report("\(toolName): \(error.message)")
      return error.exitCode
    }
  }
  let code = writeOutput(path, total: inputs.reduce(0) { $0 &+ $1.byteCount }, invocation) { (sink, progress) in
    let names = shownNames(inputs)
    let observed = zip(inputs, names).map { (input, name) in ProbeInput(input, name: name) { progress.add($0) } }
    let facts = Report(observed, ReportOptions(tool: "\(toolName) \(toolVersion)", codec: invocation.codec, frameRate: rate))
    return isJSON ? facts.write(to: sink) : ReportPage.write(facts, title: names, to: sink)
  }
  if invocation.has("open"), code == .success || code == .malformed { openFile(path) }
  return code
}

/// Opens a file with the program of the desktop.
private func openFile(_ path: String) {
  #if canImport(Darwin)
    let opener = "open"
  #else
    let opener = "xdg-open"
  #endif
  // A name that begins with a dash is not an option.
  let name = path.utf8.first == UInt8(ascii: "-") ? "./" + path : path
  if !startProgram(opener, [name]) { report("\(toolName): '\(opener)' cannot be started; the report is in \(path)") }
}
