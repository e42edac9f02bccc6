import BitstreamKit
import FileIO
import ProbeKit

let ffprobeCommand = CommandSpec(
  name: "ffprobe", abstract: "Take ffprobe's options and print its keys, without decoding anything.",
  discussion: """
    For scripts that call ffprobe: sections, keys, units and forms of output are those of ffprobe 5.1, the exit code is 1 for whatever
    fails. Options may stand anywhere. What only a decoder can tell is said as far as headers tell it.
    """,
  arguments: [ArgumentSpec(name: "input", help: "The file to read.")],
  options: [
    .probe("show_format", help: "The file as a whole."), .probe("show_streams", help: "Each stream."),
    .probe("show_packets", help: "Each packet."), .probe("show_frames", help: "Each frame, by its headers."),
    .probe("show_chapters", help: "Each chapter."), .probe("show_programs", help: "Each programme; these files have none."),
    .probe("show_error", help: "What went wrong, as a section."), .probe("show_program_version", help: "The version of this program."),
    .probe("show_entries", value: "entries", help: "Only these sections and keys: stream=index,codec_name:format_tags."),
    .probe("select_streams", value: "specifier", help: "Only these streams: v, a, s, d, v:0, 1, #0x1."),
    .probe("of", value: "format", help: "default, json, csv, compact, flat, ini or xml, with their options: csv=p=0. Also -print_format."),
    .probe("count_packets", help: "Count the packets of each stream."),
    .probe("ignore_editlist", value: "0|1", help: "Times as the media has them, edit list left aside."),
    .probe("pretty", help: "-unit -prefix -byte_binary_prefix -sexagesimal."), .probe("unit", help: "Units behind values."),
    .probe("prefix", help: "Values with K, M, G."), .probe("byte_binary_prefix", help: "Bytes with Ki, Mi, Gi."),
    .probe("sexagesimal", help: "Times as H:MM:SS.micros."),
    .probe("v", value: "level", help: "quiet, error, warning, info … Also -loglevel."),
    .probe("i", value: "file", help: "The file to read."),
    .probe("hide_banner", help: "Nothing: there is no banner."),
  ],
  readsOwnWords: true,
  run: runFFProbe)

extension OptionSpec {
  fileprivate static func probe(_ name: String, value: String? = nil, help: String) -> OptionSpec {
    OptionSpec(name: name, value: value, dashes: "-", help: help)
  }
}

private func runFFProbe(_ invocation: Invocation) -> ExitCode {
  let answer: FFProbe
  do { answer = try FFProbe(invocation.arguments) } catch {
    reportLines(error.message)
    return .findings
  }
  if answer.asksForHelp { return printText(helpText(ffprobeCommand)) }
  let outcome = answer.run(program: "\(toolName) \(toolVersion)", .standard(prefix: "")) { (file) throws(ByteError) in
    ProbeInput(try InputFile(file))
  }
  return ExitCode(outcome)
}
