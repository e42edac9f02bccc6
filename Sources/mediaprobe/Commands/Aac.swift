import ProbeKit

let aacCommand = CommandSpec(
  name: "aac", abstract: "List the frames of an ADTS AAC stream.",
  discussion: """
    Prints a row for each ADTS frame: its profile, sampling frequency, channel configuration
    and total size. Bytes that are not part of a frame are skipped and reported with their
    position; ID3 tags are skipped.
    """,
  arguments: [inputArgument], options: [.format()],
  run: { invocation in probe(invocation, "aac") { $0.listADTSFrames(format: invocation.format) } })
