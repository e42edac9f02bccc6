import BitstreamKit
import FileIO
import RemuxKit

let addTrackCommand = CommandSpec(
  name: "addtrack", abstract: "Put the tracks of another file beside those of a file, or in their place.",
  discussion: """
    Both files begin at the same moment. With --replace the first file's tracks of the kinds that the second one brings are left behind.
    """,
  arguments: [
    ArgumentSpec(name: "video", help: "The file that gets a track."), ArgumentSpec(name: "other", help: "The file that the track is in."),
    ArgumentSpec(name: "output", help: "The file to write, or '-'."),
  ],
  options: [
    OptionSpec(name: "track", value: "index", help: "Only this track of the other file, counted from 0; may be given more than once."),
    OptionSpec(name: "replace", help: "In the place of what the first file has of that kind."),
    OptionSpec(name: "shortest", help: "Everything ends with the shortest track."),
  ] + OptionSpec.carryOptions,
  run: runAddTrack)

private func runAddTrack(_ invocation: Invocation) -> ExitCode {
  let paths = Array(invocation.arguments.dropLast())
  return runCarrying("addtrack", paths.joined(separator: ", ")) {
    let settings = try CarrySettings(invocation, output: invocation.arguments[2])
    let files = try paths.map { try settings.open($0) }
    let inputs = try files.map { try settings.input($0) }
    var tracks = [Array(inputs[0].reader.tracks.indices), try inputs[1].tracks(invocation)]
    if invocation.has("replace") {
      let kinds = tracks[1].map { inputs[1].reader.tracks[$0].kind }
      tracks[0].removeAll { kinds.contains(inputs[0].reader.tracks[$0].kind) }
    }
    let composition = try MediaComposition.merging(
      inputs, tracks: tracks, endsWithShortest: invocation.has("shortest"), for: settings.target)
    return settings.run(composition, files, name: paths.joined(separator: ", "))
  }
}
