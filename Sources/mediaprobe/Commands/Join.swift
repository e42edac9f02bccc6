import BitstreamKit
import FileIO
import RemuxKit

let joinCommand = CommandSpec(
  name: "join", abstract: "Concatenate files on one timeline.",
  discussion: """
    Each file starts when the longest track of the previous file ends, so that audio and video stay in sync at every joint. The
    output has the tracks of the first file; tracks of the same kind in the other files are appended to them and must have the same
    codec. If their configurations differ, an MP4 gets a further sample description, an FLV a further sequence header and a byte
    stream the parameter sets at the joint, or before each keyframe if the inputs are containers. An MP4 has the chapters of all
    files.
    """,
  arguments: [
    ArgumentSpec(name: "first", help: "The first file."),
    ArgumentSpec(name: "next", help: "The files to append.", isRepeated: true),
    ArgumentSpec(name: "output", help: "The file to write, or '-'.", isOutput: true),
  ],
  options: [
    .tracks(" of the first file, counted from 0"),
    OptionSpec(name: "no-audio", help: "Drop audio tracks."),
  ] + OptionSpec.carryOptions,
  examples: [
    "join in.mp4 in.mp4 both.mp4"
  ],
  run: runJoin)

private func runJoin(_ invocation: Invocation) -> ExitCode {
  let paths = Array(invocation.arguments.dropLast())
  return runCarrying(invocation, paths.joined(separator: ", ")) {
    let settings = try CarrySettings(invocation, output: invocation.arguments[invocation.arguments.count - 1])
    let files = try paths.map { try settings.open($0) }
    let inputs = try files.map { try settings.input($0) }
    let composition = try MediaComposition.joining(inputs, tracks: try inputs[0].tracks(invocation), for: settings.target)
    if case .fragmented = settings.options.layout, settings.target == .mp4, composition.hasSeveralEdits {
      report("\(toolName): some players use only the first edit of a fragmented file, and lose the sync of later parts; see --faststart")
    }
    return settings.run(composition, files, name: paths.joined(separator: ", "))
  }
}
