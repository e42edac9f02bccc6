import RemuxKit
import BitstreamKit
import FileIO

let paramsCommand = CommandSpec(
  name: "params", abstract: "Show the parameter sets of an H.264 or H.265 stream.",
  discussion: """
    Shows each distinct parameter set of an Annex B stream with its main values, the offset
    of its first occurrence and its number of occurrences. JSON also has every syntax element.
    For a track of an MP4, MOV or FLV file, shows the sets of all its configuration records and
    those in its samples. Without a file, shows the sets given by options, in hexadecimal or
    base64, separated by commas as in sprop-parameter-sets.
    """,
  arguments: [ArgumentSpec(name: "file", help: inputArgument.help, isOptional: true)],
  options: [
    .track,
    .codec,
    .format([.table, .json, .jsonl]),
    OptionSpec(name: "vps", value: "text", help: "Video parameter sets, instead of a file."),
    OptionSpec(name: "sps", value: "text", help: "Sequence parameter sets, instead of a file."),
    OptionSpec(name: "pps", value: "text", help: "Picture parameter sets, instead of a file."),
    OptionSpec(name: "avcc", value: "text", help: "An AVCDecoderConfigurationRecord (avcC), instead of a file."),
    OptionSpec(name: "hvcc", value: "text", help: "An HEVCDecoderConfigurationRecord (hvcC), instead of a file."),
  ],
  run: runParams)

private func runParams(_ invocation: Invocation) -> ExitCode {
  do {
    guard let request = try ParamsRequest(invocation) else {
      return runStream(ParamsListing(invocation.format), try InputFile(invocation.arguments[0]), invocation, "params")
    }
    return show(request, invocation)
  } catch let error as UsageError {
    reportLines(String(usageText(error).dropLast()))
    return .usage
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

/// Shows the parameter sets given on the command line.
private func show(_ request: ParamsRequest, _ invocation: Invocation) -> ExitCode {
  var output = OutputBuffer()
  var findings = Findings("command line")
  var catalog = ParamsCatalog(request.codec)
  for part in request.parts {
    let errors = part.isRecord ? catalog.takeRecord(part.bytes) : catalog.take(part.bytes, at: nil)
    for error in errors { findings.add("--\(part.option): \(error)", &output) }
  }
  // A record whose version cannot be read prints an empty document.
  let isReadable = catalog.isReadable
  if isReadable || invocation.format != .table {
    ParamsOutput(codec: request.codec, format: invocation.format).write(catalog.sets, &output)
  }
  return finish(&output).or(isReadable ? .success : .malformed).or(findings.finish())
}

/// Collects the parameter sets of a stream. They are printed at the end, when the number of occurrences is known.
private struct ParamsListing: ~Copyable, UnitConsumer {
  private let format: Format
  private var catalog: ParamsCatalog?
  private var unitCount: UInt64 = 0
  private var output = OutputBuffer()

  init(_ format: Format) { self.format = format }

  var failure: ByteError? { output.failure }
  var isDone: Bool { false }
  var wantsUnusedConfigurations: Bool { true }

  mutating func begin(_ codec: VideoCodec) { catalog = ParamsCatalog(codec) }

  mutating func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    unitCount += 1
    guard let first = unit.position.headByte(0), let codec = catalog?.codec, let name = ParamsCatalog.typeName(first, codec) else { return }
    let place = unit.position
    let errors = catalog?.take(
      Array(bytes[unit.range]), at: place.startCodeOffset, startCode: place.startCodeLength, length: place.length)
    for error in errors ?? [] { findings.add("\(name) at \(place.startCodeOffset): \(error)", &output) }
  }

  mutating func report(_ finding: String, _ findings: inout Findings) { findings.add(finding, &output) }

  mutating func finish(_ findings: inout Findings) -> ExitCode {
    guard let catalog, unitCount > 0 else { return .success }
    if catalog.omitted > 0 { findings.add("\(catalog.omitted) more units: too many distinct parameter sets", &output) }
    // JSON is written even if empty; an empty table is not.
    if catalog.isReadable || format != .table {
      ParamsOutput(codec: catalog.codec, format: format).write(catalog.sets, &output)
    }
    let written = mediaprobe.finish(&output)
    if catalog.isReadable { return written }
    findings.add("no readable parameter set in \(unitCount) NAL unit\(unitCount == 1 ? "" : "s")", &output)
    return written.or(.malformed)
  }
}
