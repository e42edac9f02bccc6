import BitstreamKit
import FLVKit
import FileIO
import RemuxKit

let flvCommand = CommandSpec(
  name: "flv", abstract: "List the tags of an FLV file.",
  discussion: """
    Prints a line for each tag and for the PreviousTagSize before and behind it.
    Positions are those of the tags' headers; timestamps are milliseconds.
    """,
  arguments: [inputArgument],
  options: [
    OptionSpec(name: "details", help: "Say more of each tag: formats, every NAL unit, script data, configurations."),
    .format(),
  ],
  run: runFlv)

private func runFlv(_ invocation: Invocation) -> ExitCode {
  do {
    var listing = FlvListing(try InputFile(invocation.arguments[0]), invocation)
    return listing.run()
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

/// Whether a file ends inside of a tag or the size after it: what comes before is good, and the end is a finding.
func isCutOff(_ error: SyntaxError) -> Bool {
  guard case .truncated = error.reason else { return false }
  return ["FLVTAG", "Data", "PreviousTagSize"].contains(error.element)
}

/// One pass over the file.
private struct FlvListing: ~Copyable {
  /// For a file whose bodies are left out: some small tags at once, and little of a large one.
  private static let hop = 1 << 10
  /// For everything else.
  private static let chunkSize = 1 << 16

  private let input: InputFile
  private let format: Format
  private var reader: FLVReader
  private var output = OutputBuffer()
  private var findings: Findings
  private var collector = FlvTagCollector()
  private var table = FlvTable()
  private var rows: FlvRows

  /// True where the table's lines are all that is wanted, and bodies need not be read.
  private var isPlain: Bool { reader.mode == .headOnly }

  init(_ input: InputFile, _ invocation: Invocation) {
    self.input = input
    format = invocation.format
    findings = Findings(input.name)
    let wantsBodies = invocation.has("details") || invocation.format != .table
    reader = FLVReader(mode: wantsBodies ? .bodies : .headOnly, headLength: FlvTagCollector.headLength)
    rows = FlvRows(invocation.format)
  }

  mutating func run() -> ExitCode {
    var code = ExitCode.success
    do {
      if let refusal = try pass() {
        output.flush()
        report("\(toolName): \(input.name): \(refusal)")
        code = .malformed
      }
    } catch {
      output.flush()
      report("\(toolName): \(error)")
      code = .ioError
    }
    rows.end(&output)
    return mediaprobe.finish(&output).or(code).or(findings.finish())
  }

  /// Reads to the end. Gives the reason where the file is cut off or is no FLV file.
  private mutating func pass() throws(ByteError) -> String? {
    if let refusal = try content(of: input).refusal(unless: [.flv], wanted: "an FLV file") { return refusal }
    var chunk = [UInt8](repeating: 0, count: isPlain && input.isSeekable ? Self.hop : Self.chunkSize)
    var refusal: String?
    while output.failure == nil, refusal == nil {
      if isPlain, reader.skippable > 0 { reader.skip(input.skip(reader.skippable)) }
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      var cursor = 0
      while refusal == nil {
        if isPlain { takeOrdinary(chunk, &cursor, count) }
        guard let event = reader.next(in: chunk, from: &cursor, to: count) else { break }
        refusal = take(event, chunk)
      }
    }
    if output.failure != nil || refusal != nil { return refusal }
    if input.position == 0 { return "the file is empty" }
    while let event = reader.finish() { refusal = refusal ?? take(event, chunk) }
    return refusal
  }

  /// Shows the ordinary tags that come next, which nearly all are.
  @inline(__always) private mutating func takeOrdinary(_ chunk: [UInt8], _ cursor: inout Int, _ end: Int) {
    while let tag = reader.nextOrdinary(in: chunk, from: &cursor, to: end) {
      table.line(tag, frame: chunk[cursor] >> 4, unitLength: chunk.bigEndian64(at: cursor + 1), collector.lengthSize, &output)
    }
  }

  /// Shows what was found. Gives the reason where reading ends here.
  @inline(__always) private mutating func take(_ event: FLVEvent, _ chunk: [UInt8]) -> String? {
    switch event {
    case .previousTagSize(let size):
      if format == .table { table.line(size, &output) } else { rows.previousTagSize(size, &output) }
    case .tag(let tag):
      collector.begin(tag, reader.head)
      if format == .table { table.line(tag, collector, reader.head, &output) }
      if !isPlain { collector.beginBody(reader.head) }
    case .body(let range):
      collector.body(chunk, range)
    case .tagEnd:
      tell(collector.finish())
    case .header(let header):
      if format == .table { table.header(header, &output) } else { rows.header(header, &output) }
    case .finding(let finding):
      findings.add("\(finding) at \(finding.position)", &output)
    case .error(let error):
      // A tag that the file cuts off is shown as far as it goes.
      if !isPlain, collector.isOpen { tell(collector.finish()) }
      if isCutOff(error) {
        findings.add(error.description, &output)
        return nil
      }
      if error.element == "Signature" { return "this is not an FLV file: it does not begin with the letters FLV" }
      return error.description
    }
    return nil
  }

  private mutating func tell(_ details: FlvTagDetails) {
    if format == .table { FlvText.lines(details, &output) } else { rows.row(details, &output) }
    for error in details.errors { findings.add("\(error)", &output) }
  }
}
