import BitstreamKit
import FileIO
import RemuxKit

let joinCommand = CommandSpec(
  name: "join", abstract: "Put files one behind the other on one timeline.",
  discussion: """
    Each file begins when the longest track of the one before has ended, so that sound and pictures stay together at every joint. The
    tracks of the first file are those of the output; of the other files the tracks of the same kind go behind them and must be of the
    same codec. Where they are configured differently, an MP4 gets a further sample description, an FLV a further sequence header and a
    byte stream the parameter sets before each key picture.
    """,
  arguments: [
    ArgumentSpec(name: "first", help: "The file to begin with."),
    ArgumentSpec(name: "next", help: "The files behind it.", isRepeated: true),
    ArgumentSpec(name: "output", help: "The file to write, or '-'."),
  ],
  options: [
    OptionSpec(name: "track", value: "index", help: "Only this track of the first file, counted from 0; may be given more than once."),
    OptionSpec(name: "no-audio", help: "No track of sound."),
  ] + OptionSpec.carryOptions,
  run: runJoin)

private func runJoin(_ invocation: Invocation) -> ExitCode {
  let paths = Array(invocation.arguments.dropLast())
  return runCarrying("join", paths.joined(separator: ", ")) {
    let settings = try CarrySettings(invocation, output: invocation.arguments[invocation.arguments.count - 1])
    let files = try paths.map { try settings.open($0) }
    let inputs = try files.map { try settings.input($0) }
    let composition = try MediaComposition.joining(inputs, tracks: try inputs[0].tracks(invocation), for: settings.target)
    return settings.run(composition, files, name: paths.joined(separator: ", "))
  }
}
