import RemuxKit
import BitstreamKit
import FileIO
import H264Kit
import HEVCKit

let traceCommand = CommandSpec(
  name: "trace", abstract: "Show every syntax element of an H.264 or H.265 byte stream.",
  discussion: """
    For each element: its first bit, counted from the first bit of the unit without emulation prevention bytes; the byte of
    the file; its width; its bits; its name and value. What is damaged is shown up to the fault.
    """,
  arguments: [inputArgument],
  options: [
    OptionSpec(name: "unit", value: "n", help: "Only the NAL unit of this number, as 'nalu' counts."),
    OptionSpec(
      name: "type", value: "types",
      help: "Only units of these types: numbers or names as 'nalu' prints them, separated by commas (sps,pps)."),
    .codec,
    OptionSpec(name: "format", value: "format", values: ["text", "jsonl"], help: "How to print it. (default: text)"),
  ],
  run: runTrace)

private func runTrace(_ invocation: Invocation) -> ExitCode {
  let selection: UnitSelection
  do { selection = try UnitSelection(invocation) } catch {
    report(String(usageText(error).dropLast()))
    return .usage
  }
  do {
    let listing = TraceListing(try InputFile(invocation.arguments[0]), invocation, selection)
    return runUnits(listing, listing.input, invocation)
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

/// Which units are asked for.
struct UnitSelection {
  private var unit: UInt64?
  private var types: [String] = []

  init(_ invocation: Invocation) throws(UsageError) {
    if let text = invocation.options["unit"] {
      guard let number = UInt64(text) else {
        throw UsageError(message: "The value '\(text)' is invalid for '--unit <n>'.", command: traceCommand)
      }
      unit = number
    }
    types = (invocation.options["type"] ?? "").split(separator: ",").map { $0.lowercased() }
  }

  /// True where nothing behind the unit of this number is asked for.
  func isOver(behind index: UInt64) -> Bool { unit.map { index >= $0 } ?? false }

  func includes(_ index: UInt64, type: UInt8, name: StaticString) -> Bool {
    if let unit, unit != index { return false }
    if types.isEmpty { return true }
    let name = name.description.lowercased()
    return types.contains { wanted in
      UInt8(wanted) == type || name == wanted || name == wanted + "_nut" || (wanted == "sei" && name.hasSuffix("sei_nut"))
        || (wanted == "slice" && type < 32 && name.contains("_") && !name.hasSuffix("_nut")) || (wanted == "cra" && name == "cra_nut")
    }
  }
}

/// One pass over the stream, unit by unit.
private final class TraceListing: UnitConsumer {
  let input: InputFile
  private let selection: UnitSelection
  private let sink: TraceOutput
  private var codec = VideoCodec.h264
  private var h264 = H264Kit.ParameterSets()
  private var hevc = HEVCKit.ParameterSets()
  private var index: UInt64 = 0

  init(_ input: InputFile, _ invocation: Invocation, _ selection: UnitSelection) {
    self.input = input
    self.selection = selection
    sink = TraceOutput(isText: invocation.options["format"] != "jsonl")
  }

  var failure: ByteError? { sink.output.failure }
  var isDone: Bool { index > 0 && selection.isOver(behind: index - 1) }

  func begin(_ codec: VideoCodec) { self.codec = codec }

  func take(_ unit: AnnexBUnitCollector.Unit, _ bytes: [UInt8], _ findings: inout Findings) {
    defer { index += 1 }
    let slice = Array(bytes[unit.range])
    guard let first = slice.first else { return }
    switch codec {
    case .h264:
      let type = H264Kit.NALUnitType(rawValue: first & 31)
      if selection.includes(index, type: type.rawValue, name: type.abbreviation) {
        sink.begin(index, type.abbreviation, unit)
        let traced = H264Kit.NALUnit.trace(slice, at: unit.position.offset, sets: h264, into: sink)
        tell(traced.findings, traced.error, &findings)
        if let unit = traced.unit { h264.update(with: unit) }
      } else if type == .sps || type == .pps || type == .subsetSPS || type == .spsExtension,
        let read = try? H264Kit.NALUnit.read(slice, sets: h264, policy: .lenient)
      {
        h264.update(with: read.unit)
      }
    case .hevc:
      let type = HEVCKit.NALUnitType(rawValue: first >> 1 & 63)
      if selection.includes(index, type: type.rawValue, name: type.name) {
        sink.begin(index, type.name, unit)
        let traced = HEVCKit.NALUnit.trace(slice, at: unit.position.offset, sets: hevc, into: sink)
        tell(traced.findings, traced.error, &findings)
        if let unit = traced.unit { hevc.update(with: unit) }
      } else if type == .vps || type == .sps || type == .pps {
        var ignored: [SyntaxError] = []
        if let read = try? HEVCKit.NALUnit(parsing: slice, sets: hevc, policy: .lenient, findings: &ignored) { hevc.update(with: read) }
      }
    }
  }

  private func tell(_ found: [SyntaxError], _ error: SyntaxError?, _ findings: inout Findings) {
    for finding in found + (error.map { [$0] } ?? []) {
      sink.fault(finding)
      findings.add("unit \(index): \(finding)", &sink.output)
    }
  }

  func report(_ finding: String, _ findings: inout Findings) { findings.add(finding, &sink.output) }

  func finish(_ findings: inout Findings) -> ExitCode { mediaprobe.finish(&sink.output) }
}
