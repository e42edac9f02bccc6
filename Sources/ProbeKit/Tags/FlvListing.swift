import BitstreamKit
import FLVKit
import RemuxKit

extension Probe {
  /// Lists the tags of an FLV file.
  /// - Parameter hasDetails: includes formats, NAL units, script data and configurations in a table; other formats always have them.
  public func listTags(format: Format, hasDetails: Bool = false) -> ProbeOutcome {
    var listing = FlvListing(self, format, hasDetails: hasDetails)
    return listing.run()
  }
}

/// Whether an error means that the file ends inside a tag or its size field. The tags before are valid; the truncation is a finding.
package func isCutOff(_ error: SyntaxError) -> Bool {
  guard case .truncated = error.reason else { return false }
  return ["FLVTAG", "Data", "PreviousTagSize"].contains(error.element)
}

/// One pass over the file.
private struct FlvListing: ~Copyable {
  /// Read size when bodies are skipped: several small tags, or little of a large one.
  private static let hop = 1 << 10
  /// Read size otherwise.
  private static let chunkSize = 1 << 16

  private let input: ProbeInput
  private let format: Format
  private var reader: FLVReader
  private var output: OutputBuffer
  private var findings: Findings
  private var collector = FlvTagCollector()
  private var table = FlvTable()
  private var rows: FlvRows

  /// Whether only table lines are needed, so that bodies are not read.
  private var isPlain: Bool { reader.mode == .headOnly }

  init(_ probe: Probe, _ format: Format, hasDetails: Bool) {
    input = probe.input
    self.format = format
    output = OutputBuffer(probe.sink)
    findings = Findings(input.name, probe.sink)
    let wantsBodies = hasDetails || format != .table
    reader = FLVReader(mode: wantsBodies ? .bodies : .headOnly, headLength: FlvTagCollector.headLength)
    rows = FlvRows(format)
  }

  mutating func run() -> ProbeOutcome {
    var code = ProbeOutcome.complete
    do {
      if let refusal = try pass() {
        output.flush()
        output.sink.report("\(input.name): \(refusal)")
        code = .malformed
      }
    } catch {
      output.flush()
      output.sink.report("\(error)")
      code = .failed
    }
    rows.end(&output)
    return output.finish().or(code).or(findings.finish())
  }

  /// Reads to the end. Returns the reason if the file is truncated or not FLV.
  private mutating func pass() throws(ByteError) -> String? {
    if let refusal = try input.content().refusal(unless: [.flv], wanted: "an FLV file", output.sink) { return refusal }
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

  /// Prints consecutive ordinary tags, the common case.
  @inline(__always) private mutating func takeOrdinary(_ chunk: [UInt8], _ cursor: inout Int, _ end: Int) {
    while let tag = reader.nextOrdinary(in: chunk, from: &cursor, to: end) {
      table.line(tag, frame: chunk[cursor] >> 4, unitLength: chunk.bigEndian64(at: cursor + 1), collector.lengthSize, &output)
    }
  }

  /// Prints an event. Returns the reason if reading must stop.
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
      report(collector.finish())
    case .header(let header):
      if format == .table { table.header(header, &output) } else { rows.header(header, &output) }
    case .finding(let finding):
      findings.add("\(finding) at \(finding.position)", &output)
    case .error(let error):
      // A truncated tag is printed as far as it goes.
      if !isPlain, collector.isOpen { report(collector.finish()) }
      if isCutOff(error) {
        findings.add(error.description, &output)
        return nil
      }
      if error.element == "Signature" { return "this is not an FLV file: it does not begin with the letters FLV" }
      return error.description
    }
    return nil
  }

  private mutating func report(_ details: FlvTagDetails) {
    if format == .table { FlvText.lines(details, &output) } else { rows.row(details, &output) }
    for error in details.errors { findings.add("\(error)", &output) }
  }
}
