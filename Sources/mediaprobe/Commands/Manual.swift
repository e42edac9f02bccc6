let manualCommand = CommandSpec(
  name: "manual", abstract: "Print the manual as a man page or as Markdown.",
  discussion: """
    Without a command, prints the page of the program, or in Markdown the reference of all commands.
    """,
  arguments: [
    ArgumentSpec(name: "form", help: "man or markdown.", values: ["man", "markdown"]),
    ArgumentSpec(name: "command", help: "The command.", isOptional: true),
  ],
  examples: ["manual man remux", "manual markdown"],
  run: { invocation in
    let named = invocation.arguments.count > 1 ? commands.first { $0.name == invocation.arguments[1] } : nil
    if invocation.arguments.count > 1, named == nil {
      return reportUsage(UsageError(message: "Unknown subcommand '\(invocation.arguments[1])'.", command: nil), "manual")
    }
    switch invocation.arguments[0] {
    case "man": return printText(named.map { ManPage($0).text } ?? ManPage.program)
    case "markdown": return printText(named.map { markdown($0) } ?? markdownReference())
    default:
      let message = "The value '\(invocation.arguments[0])' is invalid for '<form>'. Please provide one of: man, markdown."
      return reportUsage(UsageError(message: message, command: nil), "manual")
    }
  })
