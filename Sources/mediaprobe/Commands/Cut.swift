import BitstreamKit
import FileIO
import RemuxKit

let cutCommand = CommandSpec(
  name: "cut", abstract: "Cut a part of a file without reencoding it.",
  discussion: """
    An MP4 shows exactly the part between the two times: it starts at the keyframe before, and an edit list hides the pictures that
    are only there to be decoded. FLV and bare streams have no edit lists, so whole groups of pictures are kept, from the keyframe at
    or before --from to the one at or after --to; where pictures before that one are decoded after it, in open groups, its group is
    kept too. --keyframes does the same for MP4. Audio is cut at frame boundaries. Leading
    pictures that reference removed pictures are dropped or hidden. An MP4 keeps the chapters of the range. The range that was kept is
    reported on standard error.

    Times are 90, 1.5s, 500ms, 2:03 or 1:02:03.5, counted from the first presentation time of the file.
    """,
  arguments: [
    ArgumentSpec(name: "input", help: "The file to read; several are segments (--init).", isRepeated: true),
    ArgumentSpec(name: "output", help: "The file to write, or '-'.", isOutput: true),
  ],
  options: [
    OptionSpec(name: "from", value: "time", help: "Start of the part. (default: the start of the file)"),
    OptionSpec(name: "to", value: "time", help: "End of the part. (default: the end of the file)"),
    OptionSpec(name: "duration", value: "time", help: "Length of the part, instead of --to."),
    OptionSpec(name: "keyframes", help: "Keep whole groups of pictures; of closed groups none is hidden."),
    .tracks(", counted from 0"),
    OptionSpec(name: "no-audio", help: "Drop audio tracks."),
    .outputFormat,
  ] + OptionSpec.layoutOptions,
  examples: [
    "cut --from 0.2s --duration 500ms in.mp4 part.mp4",
    "cut --from 0.4s --keyframes in.flv part.flv",
  ],
  run: runCut)

private func runCut(_ invocation: Invocation) -> ExitCode {
  let paths = Array(invocation.arguments.dropLast())
  return runCarrying(invocation, paths[0]) {
    let settings = try CarrySettings(invocation, output: invocation.arguments[paths.count], hasTimes: true)
    let from = try place("from", invocation)
    let to = try end(invocation, from)
    if let from, let to, to <= from {
      throw UsageError("'--to' must be after '--from': both are times in the file.")
    }
    let file = try settings.openOne(paths)
    let input = try settings.input(file)
    let tracks = try input.tracks(invocation)
    let composition = try MediaComposition.cutting(
      input, tracks: tracks, from: from, to: to, onKeyPictures: invocation.has("keyframes"), for: settings.target)
    if case .fragmented = settings.options.layout, settings.target == .mp4, composition.hiddenCount > 0 {
      let why = "some players ignore the edit list of a fragmented file"
      report(
        "\(toolName): \(why)" + (invocation.has("keyframes") ? " and show the hidden pictures" : "; --keyframes avoids hidden pictures"))
    }
    return settings.run(composition, [file], name: file.name)
  }
}

/// The end of the part by `--to` or `--duration`; nil for the end of the file.
private func end(_ invocation: Invocation, _ from: MediaTime?) throws(UsageError) -> MediaTime? {
  guard let length = try place("duration", invocation) else { return try place("to", invocation) }
  if invocation.has("to") { throw UsageError("'--duration' and '--to' exclude each other.") }
  guard let from else { return length }
  guard let end = from.adding(length) else {
    throw UsageError("'--from' and '--duration' do not add up to a time.")
  }
  return end
}

private func place(_ option: String, _ invocation: Invocation) throws(UsageError) -> MediaTime? {
  guard let text = invocation.options[option] else { return nil }
  guard let time = timelinePlace(text) else {
    throw UsageError("The value of '--\(option)' is not a time such as 90, 1.5s or 1:02:03.5: '\(text)'.")
  }
  return time
}
