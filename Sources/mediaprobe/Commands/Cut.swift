import BitstreamKit
import FileIO
import RemuxKit

let cutCommand = CommandSpec(
  name: "cut", abstract: "Take a part of a file without decoding it.",
  discussion: """
    An MP4 shows exactly what lies between the two times: it begins with the key picture before, and an edit list hides what is only
    there to be decoded. FLV and bare streams have no edit lists: whole groups of pictures are kept, from the key picture at --from or
    before to the one at --to or behind; --keyframes does the same with an MP4. Sound is cut to its own frames. Leading pictures that
    refer to what was cut off are left out or hidden. What is kept is said on standard error.

    Times are 90, 1.5s, 500ms, 2:03 or 1:02:03.5, counted from the first that the file shows.
    """,
  arguments: [ArgumentSpec(name: "input", help: "The file to read."), ArgumentSpec(name: "output", help: "The file to write, or '-'.")],
  options: [
    OptionSpec(name: "from", value: "time", help: "Where the part begins. (default: the beginning)"),
    OptionSpec(name: "to", value: "time", help: "Where the part ends. (default: the end)"),
    OptionSpec(name: "keyframes", help: "Whole groups of pictures, with nothing to hide."),
    OptionSpec(name: "track", value: "index", help: "Only this track, counted from 0; may be given more than once."),
    OptionSpec(name: "no-audio", help: "No track of sound."),
    OptionSpec(
      name: "as", value: "format", values: RemuxFormat.allCases.map(\.rawValue), help: "What to write, whatever the name says."),
  ] + OptionSpec.layoutOptions,
  run: runCut)

private func runCut(_ invocation: Invocation) -> ExitCode {
  runCarrying("cut", invocation.arguments[0]) {
    let settings = try CarrySettings(invocation, output: invocation.arguments[1], formatOption: "as")
    let (from, to) = (try place("from", invocation), try place("to", invocation))
    if let from, let to, to <= from {
      throw UsageError(message: "The part would end before it begins: '--to' is a time of the file.", command: nil)
    }
    let file = try settings.open(invocation.arguments[0])
    let input = try settings.single(file)
    let tracks = try input.tracks(invocation)
    let composition = try MediaComposition.cutting(
      input, tracks: tracks, from: from, to: to, onKeyPictures: invocation.has("keyframes"), for: settings.target)
    if case .fragmented = settings.options.layout, settings.target == .mp4, composition.hiddenCount > 0 {
      report("\(toolName): in fragments some players show what the edit list hides; with --keyframes there are no such pictures")
    }
    return settings.run(composition, [file], name: file.name)
  }
}

private func place(_ option: String, _ invocation: Invocation) throws(UsageError) -> MediaTime? {
  guard let text = invocation.options[option] else { return nil }
  guard let time = timelinePlace(text) else {
    throw UsageError(message: "The value of '--\(option)' is no time such as 90, 1.5s or 1:02:03.5: '\(text)'.", command: nil)
  }
  return time
}
