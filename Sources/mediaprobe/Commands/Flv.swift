import ProbeKit

let flvCommand = CommandSpec(
  name: "flv", abstract: "List the tags of an FLV file.",
  discussion: """
    Prints a line for each tag and for the PreviousTagSize before and behind it.
    Positions are those of the tags' headers; timestamps are milliseconds.
    """,
  arguments: [inputArgument],
  options: [
    OptionSpec(name: "details", help: "Say more of each tag: formats, every NAL unit, script data, configurations."),
    .format(),
  ],
  run: { invocation in
    probe(invocation, "flv") { $0.listTags(format: invocation.format, hasDetails: invocation.has("details")) }
  })
