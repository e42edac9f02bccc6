import BitstreamKit
import RemuxKit

/// An answer in the sections, keys, units and forms of ffprobe 5.1, from headers only.
public struct FFProbe {
  private let options: ProbeOptions
  private let format: ProbeFormatArguments

  /// Parses ffprobe's options and file name, which may be in any order.
  public init(_ words: [String]) throws(ProbeUsageError) {
    options = try ProbeOptions(words)
    format = try ProbeFormatArguments(options.format)
    if options.asksForHelp || options.selection.shows(.programVersion) { return }
    if options.file?.isEmpty ?? true {
      throw ProbeUsageError("You have to specify one input file.", list: ["Use -h to get full help."])
    }
  }

  /// Whether help is requested, instead of an answer.
  public var asksForHelp: Bool { options.asksForHelp }
  /// The lines of `-headers`, for requests to http and https addresses.
  public var headers: [String] { options.headers }

  /// Writes the answer.
  /// - Parameters:
  ///   - program: the name and version for `-show_program_version`.
  ///   - open: opens the file named in the options.
  /// - Returns: `.findings` if anything failed, as ffprobe exits with 1.
  public func run(program: String, _ sink: ProbeSink, open: (String) throws(ByteError) -> ProbeInput) -> ProbeOutcome {
    run(program, ProbePrinter(writer, options, sink), sink, open)
  }

  private var writer: ProbeWriter {
    switch format.name {
    case "json": JSONProbeWriter(isCompact: format.flag("c", false))
    case "xml": XMLProbeWriter()
    case "flat": FlatProbeWriter(separator: format.text("s") ?? ".", isHierarchical: format.flag("h", true))
    case "ini": INIProbeWriter(isHierarchical: format.flag("h", true))
    case "csv", "compact": format.compactWriter
    default: DefaultProbeWriter(hasWrappers: !format.flag("nw", false), hasKeys: !format.flag("nk", false))
    }
  }

  private func run(
    _ program: String, _ made: consuming ProbePrinter, _ sink: ProbeSink, _ open: (String) throws(ByteError) -> ProbeInput
  ) -> ProbeOutcome {
    var printer = made
    var failure: Failure?
    printer.begin(.root)
    if printer.shows(.programVersion) {
      printer.begin(.programVersion)
      printer.text("version", program)
      printer.end()
    }
    if let file = options.file {
      failure = answer(file, &printer, open)
      if let failure {
        printer.output.flush()
        if options.logLevel >= 16 {
          for line in failure.lines(file) { sink.report(line) }
        }
        if printer.shows(.error) {
          printer.begin(.error)
          printer.number("code", failure.code)
          printer.text("string", failure.text)
          printer.end()
        }
      }
    }
    printer.end()
    let outcome = printer.output.finish()
    return failure != nil && outcome == .complete ? .findings : outcome
  }

  /// An error by ffprobe's number and text.
  private struct Failure {
    var code: Int64
    var text: String
    /// Messages to show in addition to the text.
    var details = ""

    func lines(_ file: String) -> [String] {
      details.unicodeScalars.isEmpty ? ["\(file): \(text)"] : details.split(separator: "\n").map(String.init) + ["\(file): \(text)"]
    }
  }

  private func answer(
    _ file: String, _ printer: inout ProbePrinter, _ open: (String) throws(ByteError) -> ProbeInput
  ) -> Failure? {
    let input: ProbeInput
    do { input = try open(file) } catch {
      return Failure(code: -Int64(error.code), text: error.message.suffix(after: ": ") ?? error.message)
    }
    if !input.isSeekable { return Failure(code: -29, text: "Illegal seek") }
    var pass = FFProbePass(options, input)
    do throws(MediaError) {
      guard try pass.select(file) else {
        return Failure(code: -22, text: "Invalid argument", details: "Invalid stream specifier: \(terminalText(options.streams ?? "")).")
      }
      try pass.show(&printer)
      return nil
    } catch {
      if let failure = error.failure { return Failure(code: -5, text: failure.message) }
      return Failure(code: -1_094_995_529, text: "Invalid data found when processing input")
    }
  }
}

/// One file, from reading to printing.
private struct FFProbePass {
  private let options: ProbeOptions
  private let input: ProbeInput
  private var model = ProbeModel()
  private var wanted: [Bool] = []
  private var counts: [Int64] = []
  private var frameCounts: [Int64] = []

  init(_ options: ProbeOptions, _ input: ProbeInput) {
    self.options = options
    self.input = input
  }

  /// Builds the model and selects streams.
  /// - Returns: false if the stream specifier cannot be parsed.
  mutating func select(_ name: String) throws(MediaError) -> Bool {
    var builder = ProbeBuilder(input, codec: options.codec, ignoresEditLists: options.ignoresEditLists)
    model = try builder.build(name)
    wanted = [Bool](repeating: true, count: model.streams.count)
    if let text = options.streams {
      guard let specifier = ProbeStreamSpecifier(text) else { return false }
      wanted = specifier.selects(among: model.streams)
    }
    counts = [Int64](repeating: 0, count: model.streams.count)
    frameCounts = counts
    return true
  }

  /// Writes all sections.
  mutating func show(_ printer: inout ProbePrinter) throws(MediaError) {
    try packets(&printer)
    if printer.shows(.programs) {
      printer.begin(.programs)
      printer.end()
    }
    if printer.shows(.streams) {
      printer.begin(.streams)
      for (index, stream) in model.streams.enumerated() where wanted[index] {
        var stream = stream
        let reads = options.countsPackets || printer.shows(.packets)
        if reads, counts[index] > 0 { stream.readPackets = counts[index] }
        if frameCounts[index] > 0 { stream.readFrames = frameCounts[index] }
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

  private mutating func show(_ frames: [ProbeFrame], _ printer: inout ProbePrinter) {
    for frame in frames {
      frameCounts[frame.packet.stream] += 1
      printer.show(frame, model.streams[frame.packet.stream])
    }
  }

  private mutating func packets(_ printer: inout ProbePrinter) throws(MediaError) {
    let showsPackets = printer.shows(.packets)
    let showsFrames = printer.shows(.frames)
    guard showsPackets || showsFrames || options.countsPackets else { return }
    // The frames release their reader before the packets open one: with many tracks a reader is large.
    var frames = showsFrames ? try ProbeFrameSource(input, model, codec: options.codec) : nil
    let read = zip(wanted, model.streams).map { $0 && !$1.isDiscarded }
    var source = try ProbePacketSource(input, model, codec: options.codec, wanted: read, ignoresEditLists: options.ignoresEditLists)
    let isMixed = showsPackets && showsFrames && printer.mixesPacketsAndFrames
    if showsPackets || showsFrames { printer.begin(isMixed ? .packetsAndFrames : showsFrames ? .frames : .packets) }
    while !printer.failed, let packet = try source.next() {
      counts[packet.stream] += 1
      if showsPackets { printer.show(packet, model.streams[packet.stream]) }
      let kind = model.streams[packet.stream].kind
      if kind == .video || kind == .audio, let ready = try frames?.take(packet) { show(ready, &printer) }
    }
    if let ready = frames?.finish() { show(ready, &printer) }
    if showsPackets || showsFrames { printer.end() }
  }
}
