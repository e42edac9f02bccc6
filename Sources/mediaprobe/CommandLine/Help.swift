import ProbeKit

/// Help text in the format of Swift Argument Parser.
func helpText(_ command: CommandSpec) -> String {
  var text = "OVERVIEW: \(command.abstract)\n"
  if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
  text += "\nUSAGE: \(usageLine(command))\n"
  if !command.arguments.isEmpty { text += "\nARGUMENTS:\n" + command.arguments.map { helpRow("<\($0.name)>", $0.help) }.joined() }
  text += "\nOPTIONS:\n"
  for option in command.allOptions {
    let values = option.values.isEmpty ? "" : " (values: \(option.values.joined(separator: ", ")))"
    text += helpRow(optionHead(option), option.help + values)
  }
  if !command.examples.isEmpty { text += "\nEXAMPLES:\n" + command.examples.map { "  \(toolName) \($0)\n" }.joined() }
  return text
}

/// Help about the program.
func overview(_ commands: [CommandSpec]) -> String {
  var text = "OVERVIEW: \(toolAbstract)\n\nUSAGE: \(toolName) <subcommand>\n       \(toolName) <file>\n\nOPTIONS:\n"
  for option in [OptionSpec.version, .help] { text += helpRow(optionHead(option), option.help) }
  text += "\nSUBCOMMANDS:\n" + commands.map { helpRow($0.name, $0.abstract) }.joined()
  return text + "\n  See '\(toolName) help <subcommand>' for detailed help.\n"
}

/// The usage line of a command.
func usageLine(_ command: CommandSpec) -> String {
  let options = command.options.map { option in "[\(option.spelling)\(option.value.map { " <\($0)>" } ?? "")]" }
  return ([toolName, command.name] + options + command.arguments.map(\.head)).joined(separator: " ")
}

/// The message for an invalid command line: what is wrong, and where to read on.
func usageText(_ error: UsageError) -> String {
  let more = error.command.map { "\(toolName) \($0.name) --help" } ?? "\(toolName) --help"
  return "Error: \(terminalText(error.message))\n  See '\(more)' for more information.\n"
}

func optionHead(_ option: OptionSpec) -> String {
  (option.short.map { "-\($0), " } ?? "") + option.spelling + (option.value.map { " <\($0)>" } ?? "")
}

/// A name in a column of 26 with its text beside it, wrapped at 100 columns.
private func helpRow(_ head: String, _ body: String) -> String {
  let column = 26
  var text = "  " + head
  var width = text.count
  if width >= column - 1 {
    text += "\n"
    width = 0
  }
  text += String(repeating: " ", count: column - width)
  width = column
  for (index, word) in body.split(separator: " ").enumerated() {
    if width + word.count + 1 > 100 {
      text += "\n" + String(repeating: " ", count: column)
      width = column
    } else if index > 0 {
      text += " "
      width += 1
    }
    text += word
    width += word.count
  }
  return text + "\n"
}
