import ProbeKit

let flvCommand = CommandSpec(
  name: "flv", abstract: "List the tags of an FLV file.",
  discussion: """
    Prints a line for each tag and each PreviousTagSize. Positions are those of the tag
    headers; timestamps are in milliseconds.
    """,
  arguments: [inputArgument],
  options: [
    OptionSpec(name: "details", help: "Show formats, NAL units, script data and decoder configurations of each tag."),
    .format(),
  ],
  run: { invocation in
    probe(invocation, "flv") { $0.listTags(format: invocation.format, hasDetails: invocation.has("details")) }
  })
