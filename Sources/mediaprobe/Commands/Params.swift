import ProbeKit
import NALKit

let paramsCommand = CommandSpec(
  name: "params", abstract: "Show the parameter sets of an H.264 or H.265 stream.",
  discussion: """
    Shows each distinct parameter set of an Annex B stream with its main values, the offset
    of its first occurrence and its number of occurrences. JSON also has every syntax element.
    For a track of an MP4, MOV or FLV file, shows the sets of all its configuration records and
    those in its samples. Without a file, shows the sets given by options, in hexadecimal or
    base64, separated by commas as in sprop-parameter-sets.
    """,
  arguments: [inputsArgument],
  options: [
    .track,
    .item,
    .codec,
    OptionSpec(
      name: "format", value: "format", values: ParameterSetForm.allCases.map(\.rawValue),
      help: "Output format; sprop is for SDP. (default: table)"),
    OptionSpec(name: "vps", value: "text", help: "Video parameter sets, instead of a file."),
    OptionSpec(name: "sps", value: "text", help: "Sequence parameter sets, instead of a file."),
    OptionSpec(name: "pps", value: "text", help: "Picture parameter sets, instead of a file."),
    OptionSpec(name: "avcc", value: "text", help: "An AVCDecoderConfigurationRecord (avcC), instead of a file."),
    OptionSpec(name: "hvcc", value: "text", help: "An HEVCDecoderConfigurationRecord (hvcC), instead of a file."),
  ],
  allowsNoFile: true,
  examples: [
    "params in.mp4",
    "params --format sprop in.h264",
    "params --sps 6764000aacd9420db011000003000100000300320f122596",
  ],
  run: runParams)

private func runParams(_ invocation: Invocation) -> ExitCode {
  do {
    if let request = try ParamsRequest(invocation) {
      let sets = request.parts.map { GivenParameterSet(name: "--\($0.option)", bytes: $0.bytes, isRecord: $0.isRecord) }
      let (codec, form) = (request.codec, invocation.parameterSetForm)
      return ExitCode(Probe.showParameterSets(sets, codec: codec, name: "command line", form: form, .standard))
    }
  } catch { return reportUsage(error, invocation) }
  return probe(invocation) { (probe, invocation) throws(ProbeRequestError) in
    try probe.listParameterSets(invocation.selection(), form: invocation.parameterSetForm)
  }
}

extension Invocation {
  fileprivate var parameterSetForm: ParameterSetForm { options["format"].flatMap(ParameterSetForm.init(rawValue:)) ?? .table }
}
