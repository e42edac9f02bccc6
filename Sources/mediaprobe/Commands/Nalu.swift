import RemuxKit
import BitstreamKit
import FileIO

let naluCommand = CommandSpec(
  name: "nalu", abstract: "List the NAL units of an H.264 or H.265 stream.",
  discussion: """
    Prints a row for each NAL unit of an Annex B stream as it is found, in bounded memory.
    POS is the offset of the start code, LEN the number of bytes between it and the next one.
    For a track of an MP4, MOV or FLV file, lists the units of its configuration record, then
    those of each sample in decoding order. There POS is the offset of the unit's length field,
    start_code_length the size of that field in bytes (2 in a record), and LEN the number of
    bytes of the unit that are present.
    """,
  arguments: [inputArgument],
  options: [
    .track,
    .codec,
    .format(),
    OptionSpec(name: "summary", help: "Print counts of units and bytes by type instead."),
  ],
  run: runNalu)

private func runNalu(_ invocation: Invocation) -> ExitCode {
  do {
    let input = try InputFile(invocation.arguments[0])
    switch trackRequest(input, invocation, "nalu") {
    case .byteStream:
      var listing = NaluListing(input, invocation)
      return listing.run()
    case .track(let container, let track): return runTrack(NaluTrackListing(invocation), input, container, track, 8)
    case .refused(let code): return code
    }
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

/// One pass over the stream.
private struct NaluListing: ~Copyable {
  /// A read is large enough to be cheap and small enough to stay in the cache while it is parsed.
  private static let chunkSize = 1 << 17

  private let input: InputFile
  private var parser = AnnexBParser()
  private var output = OutputBuffer()
  private var findings: Findings
  private var detection = CodecDetection()
  /// Units queued until the codec is known.
  private var waiting: [AnnexBUnit] = []
  private var isDecided = false
  /// Valid if `isDecided`.
  private var rows: NaluRows
  private let format: Format
  private let isSummary: Bool

  init(_ input: InputFile, _ invocation: Invocation) {
    self.input = input
    findings = Findings(input.name)
    format = invocation.format
    isSummary = invocation.has("summary")
    rows = NaluRows(invocation.codec ?? .h264, format, isSummary: isSummary)
    if let codec = invocation.codec { start(codec) }
  }

  private mutating func start(_ codec: VideoCodec) {
    rows = NaluRows(codec, format, isSummary: isSummary)
    rows.begin(&output)
    isDecided = true
  }

  mutating func run() -> ExitCode {
    var code = ExitCode.success
    do {
      if let refusal = try pass() {
        report("\(toolName): \(input.name): \(refusal)")
        code = .malformed
      }
    } catch {
      output.flush()
      report("\(toolName): \(error)")
      code = .ioError
    }
    if isDecided { rows.end(&output) }
    return mediaprobe.finish(&output).or(code).or(findings.finish())
  }

  /// Reads to the end. Returns the reason if the input is not a byte stream.
  private mutating func pass() throws(ByteError) -> String? {
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while output.failure == nil {
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      if parser.position == 0, let other = fileSignature(chunk, count) { return notAByteStream(other) }
      var cursor = 0
      while !isDecided, let unit = parser.next(in: chunk, from: &cursor, to: count) { weigh(unit) }
      // The fast path: only units at the beginning of the file are handled elsewhere.
      while parser.findEnd(in: chunk, from: &cursor, to: count) {
        if parser.ended.length == 0 || parser.unitCount <= 1 { complain(parser.ended) }
        rows.row(parser.ended, &output)
      }
    }
    if let last = parser.finish() {
      weigh(last)
    } else if output.failure == nil, parser.unitCount == 0 {
      return noStartCode(parser.position)
    }
    if !isDecided { decide() }
    return nil
  }

  private mutating func weigh(_ unit: AnnexBUnit) {
    if unit.length == 0 || parser.unitCount <= 1 { complain(unit) }
    if isDecided { return rows.row(unit, &output) }
    waiting.append(unit)
    detection.weigh(unit)
    if detection.isSettled { decide() }
  }

  private mutating func complain(_ unit: AnnexBUnit) {
    if parser.unitCount == 1, parser.leadingGarbage > 0 {
      findings.add("\(parser.leadingGarbage) bytes at 0 before the first start code", &output)
    }
    if unit.length == 0 { findings.add("an empty NAL unit at \(unit.startCodeOffset)", &output) }
  }

  private mutating func decide() {
    if detection.isGuess { reportGuess(detection.codec, input.name) }
    start(detection.codec)
    for unit in waiting { rows.row(unit, &output) }
    waiting = []
  }
}

/// One pass over the units of a track.
private struct NaluTrackListing: ~Copyable, UnitConsumer {
  private var output = OutputBuffer()
  private var rows: NaluRows?
  private let format: Format
  private let isSummary: Bool

  init(_ invocation: Invocation) {
    format = invocation.format
    isSummary = invocation.has("summary")
  }

  var failure: ByteError? { output.failure }
  var isDone: Bool { false }

  mutating func begin(_ codec: VideoCodec) {
    rows = NaluRows(codec, format, isSummary: isSummary)
    rows?.begin(&output)
  }

  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    if unit.position.length == 0 { findings.add("an empty NAL unit at \(unit.position.startCodeOffset)", &output) }
    rows?.row(unit.position, &output)
  }

  mutating func report(_ finding: String, _ findings: inout Findings) { findings.add(finding, &output) }

  mutating func finish(_ findings: inout Findings) -> ExitCode {
    rows?.end(&output)
    return mediaprobe.finish(&output)
  }
}
