import BitstreamKit
import FileIO
import RemuxKit

let addTrackCommand = CommandSpec(
  name: "addtrack", abstract: "Add or replace tracks with those of another file.",
  discussion: """
    Both files start at the same time. With --replace, tracks of the first file are dropped if the second has tracks of their kind.
    """,
  arguments: [
    ArgumentSpec(name: "video", help: "The file to add to."), ArgumentSpec(name: "other", help: "The file to take tracks from."),
    ArgumentSpec(name: "output", help: "The file to write, or '-'.", isOutput: true),
  ],
  options: [
    .tracks(" of the other file, counted from 0"),
    OptionSpec(name: "replace", help: "Replace the tracks of the same kind in the first file."),
    OptionSpec(name: "shortest", help: "End all tracks with the shortest one."),
  ] + OptionSpec.carryOptions,
  examples: [
    "addtrack in.hevc.mp4 in.mp4 --track 1 out.mp4"
  ],
  run: runAddTrack)

private func runAddTrack(_ invocation: Invocation) -> ExitCode {
  let paths = Array(invocation.arguments.dropLast())
  return runCarrying(invocation, paths.joined(separator: ", ")) {
    let settings = try CarrySettings(invocation, output: invocation.arguments[2])
    let files = try paths.map { try settings.open($0) }
    let inputs = try files.map { try settings.input($0) }
    var tracks = [Array(inputs[0].reader.tracks.indices), try inputs[1].tracks(invocation)]
    let empty = tracks[1].filter { !inputs[1].hasSamples(ofTrack: $0) }
    if empty.count < tracks[1].count { tracks[1].removeAll { empty.contains($0) } }
    if invocation.has("replace") {
      let kinds = tracks[1].map { inputs[1].reader.tracks[$0].kind }
      tracks[0].removeAll { kinds.contains(inputs[0].reader.tracks[$0].kind) }
    }
    let composition = try MediaComposition.merging(
      inputs, tracks: tracks, endsWithShortest: invocation.has("shortest"), for: settings.target)
    for track in empty { report("\(toolName): \(paths[1]): track \(track) has no samples and is left out") }
    return settings.run(composition, files, name: paths.joined(separator: ", "))
  }
}
