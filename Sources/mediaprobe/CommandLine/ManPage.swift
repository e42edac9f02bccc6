import BitstreamKit

/// A manual page in the macros of man(7), made from the command table.
struct ManPage {
  private(set) var text: String

  /// The page of a command.
  init(_ command: CommandSpec) {
    text = Self.title("\(toolName)-\(command.name)", command.abstract)
    let words = command.arguments.map(\.head).joined(separator: " ")
    text += ".SH SYNOPSIS\n.B \(Self.escaped("\(toolName) \(command.name)"))\n[\\fIoptions\\fR] \(Self.escaped(words))\n"
    if !command.discussion.isEmpty { text += ".SH DESCRIPTION\n" + Self.body(command.discussion) }
    if !command.arguments.isEmpty {
      text += ".SH ARGUMENTS\n"
      for argument in command.arguments { text += Self.item("<\(argument.name)>", argument.help) }
    }
    text += ".SH OPTIONS\n"
    for option in command.allOptions {
      let values = option.values.isEmpty ? "" : " (values: \(option.values.joined(separator: ", ")))"
      text += Self.item(optionHead(option), option.help + values)
    }
    if !command.examples.isEmpty {
      text += ".SH EXAMPLES\n.nf\n"
      for example in command.examples { text += Self.line("\(toolName) \(example)") }
      text += ".fi\n"
    }
    text += Self.exitStatus + ".SH SEE ALSO\n.BR \(Self.escaped(toolName)) (1)\n"
  }

  /// The page of the program.
  static func program(_ commands: [CommandSpec]) -> String {
    var text = title(toolName, toolAbstract)
    text +=
      ".SH SYNOPSIS\n.B \(escaped(toolName))\n\\fIcommand\\fR [\\fIoptions\\fR] \\fIfile\\fR ...\n.br\n.B \(escaped(toolName))\n\\fIfile\\fR\n"
    text += ".SH DESCRIPTION\nInspects and edits H.264 and H.265 streams, AAC in ADTS, FLV, MP4, QuickTime and HEIF files.\n"
    text += "A file name without a command describes the file.\n.SH COMMANDS\n"
    for command in commands { text += ".TP\n.BR \(escaped("\(toolName)-\(command.name)")) (1)\n\(line(command.abstract))" }
    return text + exitStatus
  }

  private static func title(_ name: String, _ abstract: String) -> String {
    let abstract = abstract.utf8.last == 0x2E ? String(abstract.dropLast()) : abstract
    return """
      .TH \(escaped(name.uppercased())) 1 "" "\(toolName) \(toolVersion)" "User Commands"
      .SH NAME
      \(escaped(name)) \\- \(escaped(abstract.prefix(1).lowercased() + abstract.dropFirst()))

      """
  }

  /// Paragraphs; indented lines keep their form.
  private static func body(_ text: String) -> String {
    var result = ""
    var isVerbatim = false
    for row in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let wantsVerbatim = row.utf8.first == 0x20
      if wantsVerbatim != isVerbatim { result += wantsVerbatim ? ".nf\n" : ".fi\n" }
      isVerbatim = wantsVerbatim
      result += row.isEmpty ? ".PP\n" : line(String(row))
    }
    return result + (isVerbatim ? ".fi\n" : "")
  }

  private static func item(_ head: String, _ text: String) -> String { ".TP\n.B \(escaped(head))\n\(line(text))" }

  /// A line of text that cannot be taken for a request.
  private static func line(_ text: String) -> String {
    let first = text.utf8.first
    return (first == 0x2E || first == 0x27 ? "\\&" : "") + escaped(text) + "\n"
  }

  private static func escaped(_ text: String) -> String {
    text.substituting("\\", with: "\\e").substituting("-", with: "\\-").substituting("'", with: "\\(aq").substituting("^", with: "\\(ha")
      .substituting("~", with: "\\(ti")
  }

  private static let exitStatus = """
    .SH EXIT STATUS
    .TP
    .B 0
    Success.
    .TP
    .B 1
    The input was read to its end, with findings: on standard error, those of check and diff on standard output.
    .TP
    .B 64
    Wrong usage.
    .TP
    .B 65
    Malformed input, or a file of another format.
    .TP
    .B 66
    The input cannot be opened.
    .TP
    .B 69
    A required program is missing, or a server is unreachable.
    .TP
    .B 73
    The output cannot be created.
    .TP
    .B 74
    Reading or writing failed.
    .TP
    .B 130
    Interrupted.

    """
}

/// The reference of all commands in Markdown.
func markdownReference(_ commands: [CommandSpec]) -> String {
  var text = "# \(toolName) \(toolVersion)\n\n\(toolAbstract)\n\n"
  for command in commands { text += "- [\(command.name)](#\(command.name)): \(command.abstract)\n" }
  for command in commands { text += "\n" + markdown(command) }
  return text
}

/// The reference of a command in Markdown.
func markdown(_ command: CommandSpec) -> String {
  func cell(_ text: String) -> String {
    text.substituting("|", with: "\\|").substituting("<", with: "&lt;").substituting("*", with: "\\*").substituting("_", with: "\\_")
  }
  var text = "## \(command.name)\n\n\(command.abstract)\n\n```\n\(usageLine(command))\n```\n"
  if !command.discussion.isEmpty { text += "\n```text\n\(command.discussion)\n```\n" }
  if !command.arguments.isEmpty {
    text += "\n| argument | |\n| --- | --- |\n"
    for argument in command.arguments { text += "| `<\(argument.name)>` | \(cell(argument.help)) |\n" }
  }
  text += "\n| option | |\n| --- | --- |\n"
  for option in command.allOptions {
    let values = option.values.isEmpty ? "" : " (values: \(option.values.joined(separator: ", ")))"
    text += "| `\(optionHead(option).substituting("|", with: "\\|"))` | \(cell(option.help + values)) |\n"
  }
  if !command.examples.isEmpty {
    text += "\n```sh\n" + command.examples.map { "\(toolName) \($0)\n" }.joined() + "```\n"
  }
  return text
}
