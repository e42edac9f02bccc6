import BitstreamKit
import FileIO
import RemuxKit

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
    .probe("f", value: "format", help: "h264 or hevc: the codec of a bare stream, whatever its content looks like."),
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
  let options: ProbeOptions
  let format: ProbeFormatArguments
  do throws(ProbeUsageError) {
    options = try ProbeOptions(invocation.arguments)
    if options.asksForHelp { return printText(helpText(ffprobeCommand)) }
    format = try ProbeFormatArguments(options.format)
    if let file = options.file, !file.isEmpty {
    } else if !options.selection.shows(.programVersion) {
      throw ProbeUsageError("You have to specify one input file.", list: ["Use -h to get full help."])
    }
  } catch {
    reportLines(error.message)
    return .findings
  }
  let (selection, style) = (options.selection, options.style)
  switch format.name {
  case "json": return run(options, ProbePrinter(JSONProbeWriter(isCompact: format.flag("c", false)), selection, style))
  case "xml": return run(options, ProbePrinter(XMLProbeWriter(), selection, style))
  case "flat":
    let writer = FlatProbeWriter(separator: format.text("s") ?? ".", isHierarchical: format.flag("h", true))
    return run(options, ProbePrinter(writer, selection, style))
  case "ini": return run(options, ProbePrinter(INIProbeWriter(isHierarchical: format.flag("h", true)), selection, style))
  case "csv", "compact": return run(options, ProbePrinter(format.compactWriter, selection, style))
  default:
    let writer = DefaultProbeWriter(hasWrappers: !format.flag("nw", false), hasKeys: !format.flag("nk", false))
    return run(options, ProbePrinter(writer, selection, style))
  }
}

private func run(_ options: ProbeOptions, _ made: consuming ProbePrinter) -> ExitCode {
  var printer = made
  var failure: (code: Int64, text: String)?
  printer.begin(.root)
  if printer.shows(.programVersion) {
    printer.begin(.programVersion)
    printer.text("version", "\(toolName) \(toolVersion)")
    printer.end()
  }
  if let file = options.file {
    do {
      let input = try InputFile(file)
      if !input.isSeekable {
        failure = (-29, "Illegal seek")
      } else {
        var probe = Probe(options, input)
        try probe.run(file, &printer)
      }
    } catch let error as ByteError {
      failure = (-Int64(error.code), error.message.split(separator: ": ").last.map(String.init) ?? error.message)
    } catch let error as MediaError {
      if case .bytes(let error) = error {
        failure = (-5, error.message)
      } else {
        failure = (-1_094_995_529, "Invalid data found when processing input")
      }
    } catch let error as ProbeUsageError {
      failure = (-22, "Invalid argument")
      printer.output.flush()
      if options.logLevel >= 16 { reportLines(error.message) }
    } catch {
      failure = (-1, "\(error)")
    }
    if let failure {
      printer.output.flush()
      if options.logLevel >= 16 { report("\(file): \(failure.text)") }
      if printer.shows(.error) {
        printer.begin(.error)
        printer.number("code", failure.code)
        printer.text("string", failure.text)
        printer.end()
      }
    }
  }
  printer.end()
  let code = finish(&printer.output)
  return failure != nil && code == .success ? .findings : code
}

/// One file on its way to the printer.
private struct Probe {
  private let options: ProbeOptions
  private let input: InputFile
  private var model = ProbeModel()
  private var wanted: [Bool] = []
  private var counts: [Int64] = []

  init(_ options: ProbeOptions, _ input: InputFile) {
    self.options = options
    self.input = input
  }

  mutating func run(_ name: String, _ printer: inout ProbePrinter) throws {
    var builder = ProbeBuilder(input, codec: options.codec, ignoresEditLists: options.ignoresEditLists)
    model = try builder.build(name)
    wanted = [Bool](repeating: true, count: model.streams.count)
    if let text = options.streams {
      guard let specifier = ProbeStreamSpecifier(text) else { throw ProbeUsageError("Invalid stream specifier: \(text).") }
      wanted = specifier.selects(among: model.streams)
    }
    counts = [Int64](repeating: 0, count: model.streams.count)
    try packets(&printer)
    if printer.shows(.programs) {
      printer.begin(.programs)
      printer.end()
    }
    if printer.shows(.streams) {
      printer.begin(.streams)
      for (index, stream) in model.streams.enumerated() where wanted[index] {
        var stream = stream
        if options.countsPackets { stream.readPackets = counts[index] }
        printer.show(stream)
      }
      printer.end()
    }
    if printer.shows(.chapters) {
      printer.begin(.chapters)
      for chapter in model.chapters { printer.show(chapter) }
      printer.end()
    }
    if printer.shows(.format) { printer.show(model.format, streams: model.streams.count) }
  }

  private mutating func packets(_ printer: inout ProbePrinter) throws(MediaError) {
    let showsPackets = printer.shows(.packets)
    let showsFrames = printer.shows(.frames)
    guard showsPackets || showsFrames || options.countsPackets else { return }
    var source = try ProbePacketSource(input, model, codec: options.codec, wanted: wanted, ignoresEditLists: options.ignoresEditLists)
    var frames = showsFrames ? try ProbeFrameSource(input, model, codec: options.codec) : nil
    let isMixed = showsPackets && showsFrames && printer.mixesPacketsAndFrames
    if showsPackets || showsFrames { printer.begin(isMixed ? .packetsAndFrames : showsFrames ? .frames : .packets) }
    while !printer.failed, let packet = try source.next() {
      counts[packet.stream] += 1
      if showsPackets { printer.show(packet, model.streams[packet.stream]) }
      if let ready = try frames?.take(packet) { for frame in ready { printer.show(frame, model.streams[frame.packet.stream]) } }
    }
    if let ready = frames?.finish() { for frame in ready { printer.show(frame, model.streams[frame.packet.stream]) } }
    if showsPackets || showsFrames { printer.end() }
  }
}
