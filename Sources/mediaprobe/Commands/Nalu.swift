import RemuxKit
import BitstreamKit
import FileIO

let naluCommand = CommandSpec(
  name: "nalu", abstract: "List the NAL units of an H.264 or H.265 stream.",
  discussion: """
    Prints a row for each NAL unit of an Annex B stream as it is found, in bounded memory.
    POS is where the start code stands, LEN what stands between it and the next one.
    Of a track of an MP4, MOV or FLV file: the units of its configuration record, then those of
    each sample in decoding order. POS is where the unit's length stands, start_code_length the
    size of that length in bytes (2 in a record), and LEN the unit's own bytes that are there.
    """,
  arguments: [inputArgument],
  options: [
    .track,
    .codec,
    .format(),
    OptionSpec(name: "summary", help: "Count units and bytes by type instead."),
  ],
  run: runNalu)

private func runNalu(_ invocation: Invocation) -> ExitCode {
  do {
    let input = try InputFile(invocation.arguments[0])
    switch trackRequest(input, invocation, "nalu") {
    case .byteStream(let codec):
      var listing = NaluListing(input, invocation, codec)
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
  /// Large enough that a read costs little, small enough that what was read is still in the cache when it is looked at.
  private static let chunkSize = 1 << 17

  private let input: InputFile
  private var parser = AnnexBParser()
  private var output = OutputBuffer()
  private var findings: Findings
  private var rows: NaluRows

  init(_ input: InputFile, _ invocation: Invocation, _ codec: VideoCodec) {
    self.input = input
    findings = Findings(input.name)
    rows = NaluRows(codec, invocation.format, isSummary: invocation.has("summary"))
    rows.begin(&output)
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
    rows.end(&output)
    return mediaprobe.finish(&output).or(code).or(findings.finish())
  }

  /// Reads to the end. Gives the reason where this is no byte stream at all.
  private mutating func pass() throws(ByteError) -> String? {
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while output.failure == nil {
      let count = try input.read(into: &chunk)
      if count == 0 { break }
      var cursor = 0
      while parser.findEnd(in: chunk, from: &cursor, to: count) {
        if parser.ended.length == 0 || parser.unitCount <= 1 { complain(parser.ended) }
        rows.row(parser.ended, &output)
      }
    }
    if let last = parser.finish() {
      if last.length == 0 || parser.unitCount <= 1 { complain(last) }
      rows.row(last, &output)
    } else if output.failure == nil, parser.unitCount == 0 {
      return noStartCode(parser.position)
    }
    return nil
  }

  private mutating func complain(_ unit: AnnexBUnit) {
    if parser.unitCount == 1, parser.leadingGarbage > 0 {
      findings.add("\(parser.leadingGarbage) bytes at 0 before the first start code", &output)
    }
    if unit.length == 0 { findings.add("an empty NAL unit at \(unit.startCodeOffset)", &output) }
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
