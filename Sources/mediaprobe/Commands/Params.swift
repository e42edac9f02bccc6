import ProbeKit

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
    if let request = try ParamsRequest(invocation) {
      let sets = request.parts.map { GivenParameterSet(name: "--\($0.option)", bytes: $0.bytes, isRecord: $0.isRecord) }
      let (codec, format) = (request.codec, invocation.format)
      return ExitCode(Probe.showParameterSets(sets, codec: codec, name: "command line", format: format, .standard))
    }
  } catch { return reportUsage(error, "params") }
  return probe(invocation, "params") { (probe) throws(ProbeRequestError) in
    try probe.listParameterSets(invocation.selection(), format: invocation.format)
  }
}
