import MP4Kit
import ProbeKit

let mp4Command = CommandSpec(
  name: "mp4", abstract: "Show the boxes of an MP4, MOV or HEIF file.",
  discussion: """
    Prints a line for each box: its type in its depth, its position and size, the name of its structure and the fields that
    matter. Media data is never read, and memory does not grow with the file.

    A path names boxes by their types from the outermost on: 'moov/trak' is every track, 'moov/trak[1]/mdia' is in the second.
    Bytes of a type that are no ASCII are written as '%A9nam'.

    The boxes of a compressed box ('cmvd', '!mov', '!mof', '!six', '!ssx') stand below it; their positions count from the start of its
    expanded data.
    """,
  arguments: [inputArgument],
  options: [
    OptionSpec(name: "full", help: "Show every field, every row of every table, and the bytes of boxes that are not known."),
    OptionSpec(name: "path", value: "path", help: "Only the boxes that a path names, with those inside."),
    OptionSpec(name: "depth", value: "n", help: "No boxes deeper than this; 1 is the outermost that are shown."),
    OptionSpec(name: "format", value: "format", values: Mp4Form.allCases.map(\.rawValue), help: "How to print it. (default: text)"),
  ],
  run: runMp4)

private func runMp4(_ invocation: Invocation) -> ExitCode {
  let request: Mp4Request
  do { request = try boxes(invocation) } catch { return reportUsage(error, "mp4") }
  return probe(invocation, "mp4") { $0.listBoxes(request) }
}

/// The boxes selected by `--path` and `--depth`, and their form.
private func boxes(_ invocation: Invocation) throws(UsageError) -> Mp4Request {
  var request = Mp4Request(form: invocation.options["format"].flatMap(Mp4Form.init(rawValue:)) ?? .text, isFull: invocation.has("full"))
  if let text = invocation.options["path"] {
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard let step = BoxPathStep(Array(part.utf8)) else {
        throw UsageError(message: "The value '\(text)' is invalid for '--path <path>'.", command: mp4Command)
      }
      request.path.append(step)
    }
  }
  if let text = invocation.options["depth"] {
    guard let number = Int(text), number > 0 else {
      throw UsageError(message: "The value '\(text)' is invalid for '--depth <n>'.", command: mp4Command)
    }
    request.depth = number
  }
  return request
}
