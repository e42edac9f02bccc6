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
      if index > 0 || count < input.position { findings.add("skipped \(count) bytes at \(position): \(kind.name)", &output) }
    case .truncated(let position, let header, let error):
      if let header { row(ADTSFrame(position: position, header: header)) }
      findings.add(error.description, &output)
    }
  }

  private mutating func row(_ frame: ADTSFrame) {
    if index == 0 { begin() }
    switch format {
    case .table: tableRow(frame)
    case .csv: csvRow(frame)
    case .json, .jsonl: object(frame)
    }
    index += 1
  }

  private mutating func begin() {
    switch format {
    case .table: output.text("  Num|     Profile| Frequency|  Channel| Size|\n")
    case .json:
      output.byte(0x7B)
      output.field("schema_version", schemaVersion, first: true)
      output.text(",\"frames\":[\n")
    case .jsonl: break
    case .csv:
      output.text("index,offset,profile,sampling_frequency,crc_check")
      for (name, _) in elements(ADTSHeader()) {
        output.byte(0x2C)
        output.text(name)
      }
      output.byte(0x0A)
    }
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

  private mutating func object(_ frame: ADTSFrame) {
    if format == .json, index > 0 { output.text(",\n") }
    output.byte(0x7B)
    output.field("index", index, first: true)
    output.field("offset", frame.position)
    output.field("profile", frame.header.profileName)
    if let frequency = frame.header.samplingFrequency {
      output.field("sampling_frequency", frequency)
    } else {
      output.fieldNull("sampling_frequency")
    }
    for (name, value) in elements(frame.header) { output.field(name, value) }
    if let check = frame.header.errorCheck { output.field("crc_check", check.crcCheck) } else { output.fieldNull("crc_check") }
    output.byte(0x7D)
    if format == .jsonl { output.byte(0x0A) }
  }

  private mutating func csvRow(_ frame: ADTSFrame) {
    output.number(index)
    output.byte(0x2C)
    output.number(frame.position)
    output.byte(0x2C)
    output.text(frame.header.profileName)
    output.byte(0x2C)
    if let frequency = frame.header.samplingFrequency { output.number(frequency) }
    output.byte(0x2C)
    if let check = frame.header.errorCheck { output.number(check.crcCheck) }
    for (_, value) in elements(frame.header) {
      output.byte(0x2C)
      output.number(value)
    }
    output.byte(0x0A)
  }

  /// The elements of the header in order, with their names in the specification.
  private func elements(_ header: ADTSHeader) -> [(StaticString, UInt16)] {
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
