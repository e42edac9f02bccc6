import ProbeKit

let flvCommand = CommandSpec(
  name: "flv", abstract: "List the tags of an FLV file.",
  discussion: """
    Prints a line for each tag and each PreviousTagSize. Positions are those of the tag
    headers; timestamps are in milliseconds.
    """,
  arguments: [inputsArgument],
  options: [
    OptionSpec(name: "details", help: "Show formats, NAL units, script data and decoder configurations of each tag."),
    .format(),
  ],
  examples: [
    "flv in.flv",
    "flv --details in.flv",
  ],
  run: { invocation in
    probe(invocation, needs: .onlyInOrder) { $0.listTags(format: $1.format, hasDetails: $1.has("details")) }
  })
