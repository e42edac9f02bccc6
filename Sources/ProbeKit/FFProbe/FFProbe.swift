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
    if format.flag("x", false), options.showsPrivate {
      throw ProbeUsageError(
        "XSD-compliant output selected but option 'private' was selected, XML output may be non-compliant.",
        list: ["You need to disable such option with '-noprivate'"])
    }
    if options.asksForHelp || options.asksForVersion || options.selection.shows(.programVersion) { return }
    if options.file?.isEmpty ?? true {
      throw ProbeUsageError("You have to specify one input file.", list: ["Use -h to get full help."])
    }
  }

  /// Whether help is requested, instead of an answer.
  public var asksForHelp: Bool { options.asksForHelp }
  /// Whether the version is requested, instead of an answer.
  public var asksForVersion: Bool { options.asksForVersion }
  /// The lines of `-headers`, for requests to http and https addresses.
  public var headers: [String] { options.headers }
  /// The name of the file to read; nil if none is read.
  public var file: String? { options.file }
  /// The name of the file to write the answer to; nil for standard output.
  public var output: String? { options.output }

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
    case "xml": XMLProbeWriter(isQualified: format.isQualified)
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
      failure = answer(file, &printer, sink, open)
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
    _ file: String, _ printer: inout ProbePrinter, _ sink: ProbeSink, _ open: (String) throws(ByteError) -> ProbeInput
  ) -> Failure? {
    if let protocols = options.protocols, let name = Self.protocolName(of: file, protocols) {
      return Failure(
        code: -22, text: "Invalid argument", details: "Protocol '\(name)' not on whitelist '\(protocols.joined(separator: ","))'!")
    }
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
      if !pass.isOfFormat { return options.isFLV ? Failure(code: -541_478_725, text: "End of file") : Self.invalid }
      if options.logLevel >= 32 { for line in pass.description { sink.report(line) } }
      try pass.show(&printer)
      if options.logLevel >= 24 { for note in pass.notes { sink.report("\(file): \(note)") } }
      return pass.refusal.map { Failure(code: -22, text: "Invalid argument", details: $0) }
    } catch {
      if let failure = error.failure { return Failure(code: -5, text: failure.message) }
      var invalid = Self.invalid
      // A file of a format that is not read is no broken one.
      if let content = try? input.content(), content.container == nil, let refusal = content.refusal() {
        invalid.details = "\(terminalText(file)): \(refusal)"
      }
      return invalid
    }
  }

  /// The protocol of a file name if it is not among those that are allowed.
  private static func protocolName(of file: String, _ allowed: [String]) -> String? {
    let scheme = file.prefix { $0 != ":" }
    let name = file == "-" ? "pipe" : scheme.utf8.count < file.utf8.count && scheme.utf8.count > 1 ? String(scheme) : "file"
    return allowed.contains(name) || allowed.contains("ALL") ? nil : name
  }

  private static let invalid = Failure(code: -1_094_995_529, text: "Invalid data found when processing input")
}
