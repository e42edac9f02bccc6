import AACKit
import BitstreamKit
import RemuxKit

extension Probe {
  /// Lists the frames of an ADTS stream.
  public func listADTSFrames(format: Format) -> ProbeOutcome {
    var listing = AacListing(self, format)
    return listing.run()
  }
}

/// One pass over the stream.
private struct AacListing: ~Copyable {
  private static let chunkSize = 1 << 16

  private let input: ProbeInput
  private let format: Format
  private var parser = ADTSParser()
  private var output: OutputBuffer
  private var findings: Findings
  private var index: UInt64 = 0
  private var garbage: UInt64 = 0

  init(_ probe: Probe, _ format: Format) {
    input = probe.input
    self.format = format
    output = OutputBuffer(probe.sink)
    findings = Findings(input.name, probe.sink)
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
    if format == .json, index > 0 { output.text("\n]}\n") }
    return output.finish().or(code).or(findings.finish())
  }

  /// Reads to the end. Returns the reason if the stream is truncated or not ADTS.
  private mutating func pass() throws(ByteError) -> String? {
    // The parser searches unknown content for frames.
    if let refusal = try input.content().refusal(unless: [.adts], wanted: "an ADTS stream", output.sink) { return refusal }
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while output.failure == nil {
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      var cursor = 0
      while let event = parser.next(in: chunk, from: &cursor, to: count) { take(event) }
    }
    while let event = parser.finish() { take(event) }
    if output.failure != nil || index > 0 { return nil }
    return input.position == 0 ? "the file is empty" : "no ADTS frame in \(input.position) bytes"
  }

  /// Prints an event.
  @inline(__always) private mutating func take(_ event: ADTSParser.Event) {
    switch event {
    case .frame(let frame):
      row(frame)
    case .id3:
      break
    case .garbage(let position, let count, let kind):
      garbage += count
      if index > 0 || count < input.position { findings.add("skipped \(counted(count, "byte")) at \(position): \(kind.name)", &output) }
    case .truncated(let position, let header, let error):
      if let header { row(ADTSFrame(position: position, header: header)) }
      findings.add(error.description, &output)
    }
  }

  private mutating func row(_ frame: ADTSFrame) {
    if index == 0 { begin() }
    if format == .table {
      tableRow(frame)
    } else {
      output.row(format, isFirst: index == 0) { [index] in Self.columns(of: frame, index, &$0) }
    }
    index += 1
  }

  private mutating func begin() {
    if format == .table { output.text("  Num|     Profile| Frequency|  Channel| Size|\n") }
    output.beginRows(format, "frames") { Self.columns(of: nil, 0, &$0) }
  }
}

// MARK: - Rows

extension AacListing {
  @inline(__always) private mutating func tableRow(_ frame: ADTSFrame) {
    let header = frame.header
    output.number(index, width: 5)
    output.byte(0x7C)
    output.text(header.profileName, width: 12)
    output.byte(0x7C)
    if let frequency = header.samplingFrequency {
      output.number(UInt64(frequency), width: 8)
      output.text("Hz|")
    } else {
      output.text("  reserved|")
    }
    output.number(UInt64(header.channelConfiguration), width: 9)
    output.byte(0x7C)
    output.number(UInt64(header.aacFrameLength), width: 5)
    output.text("|\n")
  }

  private static func columns(of frame: ADTSFrame?, _ index: UInt64, _ c: inout OutputBuffer) {
    let header = frame?.header
    let check = header?.errorCheck.map { $0.crcCheck }
    c.column("index", index)
    c.column("offset", frame?.position)
    c.column("profile", header?.profileName)
    c.column("sampling_frequency", header?.samplingFrequency)
    // The check is in front of the elements in CSV, and after them in JSON.
    if c.columnForm != .fields { c.column("crc_check", check) }
    for (name, value) in elements(header ?? ADTSHeader()) { c.column(name, value) }
    if c.columnForm == .fields { c.column("crc_check", check) }
  }

  /// The elements of the header in order, with their names in the specification.
  private static func elements(_ header: ADTSHeader) -> [(StaticString, UInt16)] {
    [
      ("ID", UInt16(header.id)), ("layer", UInt16(header.layer)), ("protection_absent", header.protectionAbsent ? 1 : 0),
      ("profile_ObjectType", UInt16(header.profileObjectType)), ("sampling_frequency_index", UInt16(header.samplingFrequencyIndex)),
      ("private_bit", UInt16(header.privateBit)), ("channel_configuration", UInt16(header.channelConfiguration)),
      ("original_copy", UInt16(header.originalCopy)), ("home", UInt16(header.home)),
      ("copyright_identification_bit", UInt16(header.copyrightIdentificationBit)),
      ("copyright_identification_start", UInt16(header.copyrightIdentificationStart)), ("aac_frame_length", header.aacFrameLength),
      ("adts_buffer_fullness", header.adtsBufferFullness),
      ("number_of_raw_data_blocks_in_frame", UInt16(header.numberOfRawDataBlocksInFrame)),
    ]
  }
}
