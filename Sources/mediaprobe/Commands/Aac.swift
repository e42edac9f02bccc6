import ProbeKit

let aacCommand = CommandSpec(
  name: "aac", abstract: "List the frames of an ADTS AAC stream.",
  discussion: """
    Prints a row for each ADTS frame: its profile, sampling frequency, channel configuration
    and total size. Bytes that are not part of a frame are skipped and reported with their
    position; ID3 tags are skipped.
    """,
  arguments: [inputsArgument], options: [.format()],
  examples: [
    "aac in.aac",
    "aac --format csv in.aac",
  ],
  run: { invocation in probe(invocation, needs: .onlyInOrder) { $0.listADTSFrames(format: $1.format) } })
