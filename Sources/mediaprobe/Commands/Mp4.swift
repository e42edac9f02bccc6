import MP4Kit
import ProbeKit

let mp4Command = CommandSpec(
  name: "mp4", abstract: "Show the boxes of an MP4, MOV or HEIF file.",
  discussion: """
    Prints a line for each box: its indented type, position and size, the name of its structure and its main fields. Media data
    is not read, and memory use does not grow with the file.

    A path lists box types from the outermost box: 'moov/trak' selects every track, 'moov/trak[1]/mdia' is in the second. Bytes
    of a type that are not ASCII are written as '%A9nam'.

    The boxes in a compressed box ('cmvd', '!mov', '!mof', '!six', '!ssx') are listed below it; their positions count from the
    start of its expanded data.
    """,
  arguments: [inputsArgument],
  options: [
    OptionSpec(name: "full", help: "Show every field, every row of every table, and the bytes of unknown boxes."),
    OptionSpec(name: "path", value: "path", help: "Show only the boxes at a path, with their children."),
    OptionSpec(name: "depth", value: "n", help: "Maximum depth; 1 is the outermost boxes shown."),
    OptionSpec(name: "format", value: "format", values: Mp4Form.allCases.map(\.rawValue), help: "Output format. (default: text)"),
  ],
  examples: [
    "mp4 in.mp4",
    "mp4 --full --path moov/trak[1] in.mp4",
    "mp4 --format json in.mp4",
  ],
  run: runMp4)

private func runMp4(_ invocation: Invocation) -> ExitCode {
  let request: Mp4Request
  do { request = try boxes(invocation) } catch { return reportUsage(error, invocation) }
  let boxes = request
  return probe(invocation, needs: .onlyInOrder) { (probe, invocation) in
    var request = boxes
    request.form = invocation.form
    return probe.listBoxes(request)
  }
}

/// The boxes selected by `--path` and `--depth`, and their form.
private func boxes(_ invocation: Invocation) throws(UsageError) -> Mp4Request {
  var request = Mp4Request(form: invocation.form, isFull: invocation.has("full"))
  if let text = invocation.options["path"] {
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard let step = BoxPathStep(Array(part.utf8)) else {
        throw UsageError("The value '\(text)' is invalid for '--path <path>'.")
      }
      request.path.append(step)
    }
  }
  if let text = invocation.options["depth"] {
    guard let number = Int(text), number > 0 else {
      throw UsageError("The value '\(text)' is invalid for '--depth <n>'.")
    }
    request.depth = number
  }
  return request
}

extension Invocation {
  fileprivate var form: Mp4Form { options["format"].flatMap(Mp4Form.init(rawValue:)) ?? .text }
}
