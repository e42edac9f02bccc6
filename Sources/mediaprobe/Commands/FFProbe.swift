import BitstreamKit
import FileIO
import ProbeKit

let ffprobeCommand = CommandSpec(
  name: "ffprobe", abstract: "Print what ffprobe prints, with its options, without decoding.",
  discussion: """
    A replacement for ffprobe in scripts: sections, keys, units and output formats are those of ffprobe 5.1, and the exit code is 1 on
    any error of the input. Options can be in any position. Values that need a decoder are derived from headers as far as possible. Files are those
    of the other commands: MP4, MOV, HEIF, FLV, ADTS, H.264 and H.265; others are refused by name. At the log level 'info', which is the
    default, standard error has a description of the file. Options of FFmpeg's readers and decoders that make no difference to headers are
    ignored. Packets of tracks with several edits are listed once, where ffprobe lists those of each edit; a warning says so.
    """,
  arguments: [ArgumentSpec(name: "input", help: "The file to read.")],
  options: [
    .probe("show_format", help: "Show the container."), .probe("show_streams", help: "Show each stream."),
    .probe("show_packets", help: "Show each packet."), .probe("show_frames", help: "Show each frame, from its headers."),
    .probe("show_chapters", help: "Show each chapter."), .probe("show_programs", help: "Show programs; these files have none."),
    .probe("show_error", help: "Show errors as a section."), .probe("show_program_version", help: "Show the version of this program."),
    .probe("show_entries", value: "entries", help: "Show only these sections and keys: stream=index,codec_name:format_tags."),
    .probe("select_streams", value: "specifier", help: "Show only these streams: v, a, s, d, v:0, 1, #0x1, m:language:eng, u."),
    .probe("of", value: "format", help: "default, json, csv, compact, flat, ini or xml, with options: csv=p=0. Also -print_format."),
    .probe("count_packets", help: "Count the packets of each stream."),
    .probe("count_frames", help: "Count the frames of each stream, by their headers."),
    .probe(
      "read_intervals", value: "intervals",
      help: "Read only these parts: START%END, START%+DURATION, %+#PACKETS. A start needs an MP4 file without fragments."),
    .probe("skip_frame", value: "nokey", help: "Show only key pictures as frames."),
    .probe("ignore_editlist", value: "0|1", help: "Show media times and ignore edit lists."),
    .probe("pretty", help: "-unit -prefix -byte_binary_prefix -sexagesimal."), .probe("unit", help: "Print units."),
    .probe("prefix", help: "Use the prefixes K, M, G."), .probe("byte_binary_prefix", help: "Use Ki, Mi, Gi for bytes."),
    .probe("sexagesimal", help: "Print times as H:MM:SS.micros."),
    .probe("v", value: "level", help: "quiet, error, warning, info and so on. Also -loglevel."),
    .probe("headers", value: "lines", help: "Request headers for http and https addresses, a line each."),
    .probe("show_optional_fields", value: "always|never|auto", help: "Print keys whose value is unknown; auto: as the form does."),
    .probe("bitexact", help: "Leave out long names, and print profiles as numbers."),
    .probe("noprivate", help: "Leave out values of decoders, such as is_avc."),
    .probe("o", value: "file", help: "Write the answer to a file."),
    .probe("print_filename", value: "name", help: "Print this name of the file."),
    .probe("protocol_whitelist", value: "names", help: "Open the file only if its protocol is one of these: file, pipe, http, https."),
    .probe("user_agent", value: "name", help: "The User-Agent header of requests; -referer is the Referer header."),
    .probe("version", help: "Print the version."),
    .probe("i", value: "file", help: "The file to read."),
    .probe("f", value: "format", help: "mp4, flv or aac: fail if the file is of another format; h264 or hevc: read a bare stream."),
    .probe("hide_banner", help: "Ignored: there is no banner."),
  ],
  examples: [
    "ffprobe -show_format -show_streams in.mp4",
    "ffprobe -v error -select_streams v:0 -show_entries stream=width,height -of csv=p=0 in.mp4",
  ],
  readsOwnWords: true,
  run: runFFProbe)

extension OptionSpec {
  fileprivate static func probe(_ name: String, value: String? = nil, help: String) -> OptionSpec {
    OptionSpec(name: name, value: value, dashes: "-", help: help)
  }
}

/// The path in an address of FFmpeg's protocols `file:` and `pipe:`; other names as they are.
private func path(ofAddress name: String) -> String {
  if name == "pipe:" || name == "pipe:0" { return "-" }
  return name.hasPrefix("file:") ? String(name.dropFirst(5)) : name
}

private func runFFProbe(_ invocation: Invocation) -> ExitCode {
  let answer: FFProbe
  do { answer = try FFProbe(invocation.arguments) } catch {
    reportLines(error.message)
    return .findings
  }
  if answer.asksForVersion {
    // Scripts look for the first words and a number.
    return printText("ffprobe version 5.1 as imitated by \(toolName) \(toolVersion)\n")
  }
  if answer.asksForHelp { return printText(helpText(ffprobeCommand)) }
  if let output = answer.output {
    if let input = answer.file, isSameFile(input: path(ofAddress: input), output: output) {
      reportLines("Output '\(terminalText(output))' is the same file as the input.")
      return .findings
    }
    return runFFProbe(answer, writing: output)
  }
  var sink = ProbeSink.standard(prefix: "")
  sink.isTerminal = OutputDescriptor.standardOutput.isTerminal
  return run(answer, sink)
}

private func run(_ answer: FFProbe, _ sink: ProbeSink) -> ExitCode {
  let outcome = answer.run(program: "\(toolName) \(toolVersion)", sink) { (file) throws(ByteError) in
    do throws(OpenError) { return try InputOpener(headers: answer.headers).probeInput(path(ofAddress: file), .anywhere) } catch {
      throw ByteError(error.message, code: error.code)
    }
  }
  return ExitCode(outcome)
}

/// Writes the answer to a file, which gets its name when it is complete.
private func runFFProbe(_ answer: FFProbe, writing path: String) -> ExitCode {
  let file: OutputFile
  do { file = try OutputFile(path) } catch {
    report("Failed to open output '\(terminalText(path))' with error: \(error.message.suffix(after: ": ") ?? error.message)")
    return .findings
  }
  var sink = ProbeSink(
    write: { (bytes) throws(ByteError) in
      let part = unsafe Array(bytes)
      try file.write(part, 0..<part.count)
    }, report: ProbeSink.standard(prefix: "").report)
  sink.isTerminal = false
  let code = run(answer, sink)
  // ffprobe leaves what it wrote before an error.
  do { try file.commit() } catch {
    report(error.message)
    return .findings
  }
  return code
}
