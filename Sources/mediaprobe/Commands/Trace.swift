import ProbeKit

let traceCommand = CommandSpec(
  name: "trace", abstract: "Show every syntax element of an H.264 or H.265 stream.",
  discussion: """
    Prints for each element: the offset of its first bit in the unit, without emulation
    prevention bytes; its byte offset in the file; its width; its bits; its name and value.
    Damaged units are printed up to the fault. Reads byte streams and tracks of MP4, MOV and
    FLV files; for a track, the units of the configuration record come first, as in 'nalu'.
    """,
  arguments: [inputsArgument],
  options: [
    OptionSpec(name: "unit", value: "n", help: "Print only the NAL unit of this number, as numbered by 'nalu'."),
    OptionSpec(
      name: "type", value: "types", isList: true,
      help: "Print only units of these types: numbers, 'nalu' type names or their first parts, separated by commas (sps,pps,idr)."),
    .track,
    .item,
    .codec,
    OptionSpec(name: "format", value: "format", values: ["text", "jsonl"], help: "Output format. (default: text)"),
  ],
  examples: [
    "trace --type sps,pps in.h264",
    "trace --unit 3 in.mp4",
    "trace --type sei --format jsonl in.h264",
  ],
  run: runTrace)

private func runTrace(_ invocation: Invocation) -> ExitCode {
  let selection: UnitSelection
  do { selection = try units(invocation) } catch { return reportUsage(error, invocation) }
  return probe(invocation) { (probe, invocation) throws(ProbeRequestError) in
    try probe.trace(invocation.selection(), units: selection, isText: invocation.options["format"] != "jsonl")
  }
}

/// The units selected by `--unit` and `--type`.
private func units(_ invocation: Invocation) throws(UsageError) -> UnitSelection {
  var unit: UInt64?
  if let text = invocation.options["unit"] {
    guard let number = UInt64(text) else {
      throw UsageError("The value '\(text)' is invalid for '--unit <n>'.")
    }
    unit = number
  }
  let types = (invocation.allValues["type"] ?? []).map { $0.lowercased() }
  for type in types where !UnitSelection.isKnownType(type) {
    let hint = suggestion(for: type, among: UnitSelection.knownTypes) { $0 }
    throw UsageError("Unknown type of NAL unit '\(type)'.\(hint)")
  }
  return UnitSelection(unit: unit, types: types)
}
