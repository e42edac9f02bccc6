import BitstreamKit
import CheckKit
import FileIO
import ProbeKit

let plotCommand = CommandSpec(
  name: "plot", abstract: "Write a single chart of a file as SVG.",
  discussion: """
    bitrate: bits a second of each track. gop: the size of each picture of the first video track, by type, with the starts of groups. buffer:
    the fullness of the coded picture buffers of the HRD parameters. clock: presentation time minus decoding time. interleave: the place in
    the file of each track over time. The times of a byte stream follow from its picture rate or from --fps; without a rate they count
    pictures. Values are joined where there are too many: the chart of a long film is as large as that of a short one.
    """,
  arguments: [ArgumentSpec(name: "file", help: "The file, an address, or '-'.")],
  options: [
    OptionSpec(
      name: "what", value: "chart", values: PlotKind.allCases.map(\.rawValue), help: "What the chart shows. (default: bitrate)"),
    OptionSpec(name: "output", short: "o", value: "path", help: "The file to write; '-' for standard output. (default: -)"),
    .streamCodec, .frameRate,
  ] + OptionSpec.inputOptions,
  examples: [
    "plot in.mp4 -o out.svg",
    "plot in.h264 --what gop",
  ],
  run: runPlot)

private func runPlot(_ invocation: Invocation) -> ExitCode {
  let kind = invocation.options["what"].flatMap(PlotKind.init(rawValue:)) ?? .bitrate
  let path = invocation.options["output"] ?? "-"
  let name = invocation.arguments[0]
  if path != "-", isSameFile(input: name, output: path) { return refuseOutput(path, as: name) }
  if let code = refuseOverwriting([path], inputs: [name], invocation) { return code }
  let rate: ExactRatio?
  do throws(UsageError) { rate = try invocation.frameRate() } catch { return reportUsage(error, invocation) }
  let input: ProbeInput
  do { input = try InputOpener(invocation).probeInput(name, .anywhere) } catch {
    report("\(toolName): \(error.message)")
    return error.exitCode
  }
  return writeOutput(path, total: input.byteCount, invocation) { (sink, progress) in
    let source = ProbeInput(input, name: shownNames([input]).first) { progress.add($0) }
    return Plot(source, kind, codec: invocation.codec, frameRate: rate).write(to: sink)
  }
}
