import ProbeKit

let aacCommand = CommandSpec(
  name: "aac", abstract: "List the frames of an AAC stream in ADTS.",
  discussion: """
    Prints a row for each ADTS frame: its profile, sampling frequency, channel configuration
    and whole length. Bytes that are no frame are passed over and reported with their place;
    ID3 tags are passed over.
    """,
  arguments: [inputArgument], options: [.format()],
  run: { invocation in probe(invocation, "aac") { $0.listADTSFrames(format: invocation.format) } })
