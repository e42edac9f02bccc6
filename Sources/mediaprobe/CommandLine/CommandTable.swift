/// All commands, in the order of the help.
let commandTable: [CommandSpec] = [
  infoCommand, checkCommand, diffCommand, explainCommand, naluCommand, traceCommand, paramsCommand, framesCommand, gopCommand,
  packetsCommand, reportCommand, plotCommand, ffprobeCommand, flvCommand, aacCommand,
  mp4Command, remuxCommand, cutCommand, joinCommand, extractCommand, addTrackCommand, retagCommand, recoverCommand, encodeCommand,
  editCommand, publishCommand, pullCommand, roundtripCommand, completionCommand, manualCommand,
]

// MARK: - Commands about the commands

let completionCommand = CommandSpec(
  name: "completion", abstract: "Print a completion script for a shell.",
  discussion: """
    bash: source <(mediaprobe completion bash)
    zsh:  mediaprobe completion zsh > "${fpath[1]}/_mediaprobe"
    fish: mediaprobe completion fish > ~/.config/fish/completions/mediaprobe.fish
    """,
  arguments: [ArgumentSpec(name: "shell", help: "bash, zsh or fish.", values: ["bash", "zsh", "fish"])],
  run: { invocation in
    guard let script = completionScript(invocation.arguments[0], commandTable) else {
      report("Error: No completion script for '\(invocation.arguments[0])'. Please provide one of: bash, zsh, fish.")
      return .usage
    }
    return printText(script)
  })

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
    let named = invocation.arguments.count > 1 ? commandTable.first { $0.name == invocation.arguments[1] } : nil
    if invocation.arguments.count > 1, named == nil {
      return reportUsage("Unknown subcommand '\(invocation.arguments[1])'.", invocation)
    }
    switch invocation.arguments[0] {
    case "man": return printText(named.map { ManPage($0).text } ?? ManPage.program(commandTable))
    case "markdown": return printText(named.map { markdown($0) } ?? markdownReference(commandTable))
    default:
      let message = "The value '\(invocation.arguments[0])' is invalid for '<form>'. Please provide one of: man, markdown."
      return reportUsage(message, invocation)
    }
  })
