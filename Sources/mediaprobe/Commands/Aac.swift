import AACKit
import BitstreamKit
import FileIO
import RemuxKit

let aacCommand = CommandSpec(
  name: "aac", abstract: "List the frames of an AAC stream in ADTS.",
  discussion: """
    Prints a row for each ADTS frame: its profile, sampling frequency, channel configuration
    and whole length. Bytes that are no frame are passed over and reported with their place;
    ID3 tags are passed over.
    """,
  arguments: [inputArgument], options: [.format()], run: runAac)

private func runAac(_ invocation: Invocation) -> ExitCode {
  do {
    var listing = AacListing(try InputFile(invocation.arguments[0]), invocation.format)
    return listing.run()
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

/// One pass over the stream.
private struct AacListing: ~Copyable {
  private static let chunkSize = 1 << 16

  private let input: InputFile
  private let format: Format
  private var parser = ADTSParser()
  private var output = OutputBuffer()
  private var findings: Findings
  private var index: UInt64 = 0
  private var garbage: UInt64 = 0

  init(_ input: InputFile, _ format: Format) {
    self.input = input
    self.format = format
    findings = Findings(input.name)
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
    if format == .json, index > 0 { output.text("\n]}\n") }
    return mediaprobe.finish(&output).or(code).or(findings.finish())
  }

  /// Reads to the end. Gives the reason where the stream is cut off or is none.
  private mutating func pass() throws(ByteError) -> String? {
    // Of unknown content the parser looks for frames.
    if let refusal = try content(of: input).refusal(unless: [.adts], wanted: "an ADTS stream") { return refusal }
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

  /// Shows what was found.
  @inline(__always) private mutating func take(_ event: ADTSParser.Event) {
    switch event {
    case .frame(let frame):
      row(frame)
    case .id3:
      break
    case .garbage(let position, let count, let kind):
      garbage += count
      if index > 0 || count < input.position { findings.add("\(count) bytes at \(position) are no ADTS frame: \(kind.name)", &output) }
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

  /// The header's elements in their order, by the specification's names.
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
