import BitstreamKit

/// A completion script for a shell; nil for an unknown one.
func completionScript(_ shell: String, _ commands: [CommandSpec]) -> String? {
  switch shell {
  case "bash": bashScript(commands)
  case "zsh": zshScript(commands)
  case "fish": fishScript(commands)
  default: nil
  }
}

private func bashScript(_ commands: [CommandSpec]) -> String {
  let names = commands.map(\.name).joined(separator: " ")
  var text = """
    # bash completion for \(toolName)
    _\(toolName)() {
      local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
      COMPREPLY=()
      if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "\(names) help --help --version" -- "$current"))
        return
      fi
      case "${COMP_WORDS[1]}:$previous" in

    """
  for command in commands {
    for option in command.options where option.value != nil {
      text +=
        "    \(command.name):\(option.spelling)) COMPREPLY=($(compgen -W \"\(option.values.joined(separator: " "))\" -- \"$current\")); return ;;\n"
    }
  }
  text += "    help:*) COMPREPLY=($(compgen -W \"\(names)\" -- \"$current\")); return ;;\n  esac\n  case \"${COMP_WORDS[1]}\" in\n"
  for command in commands {
    let options = command.allOptions.map(\.spelling).joined(separator: " ")
    let values = command.arguments.flatMap(\.values)
    let words = values.isEmpty ? "compgen -f -- \"$current\"" : "compgen -W \"\(values.joined(separator: " "))\" -- \"$current\""
    text += """
          \(command.name))
            if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "\(options)" -- "$current")); else COMPREPLY=($(\(words))); fi ;;

      """
  }
  return text + "  esac\n}\ncomplete -o filenames -F _\(toolName) \(toolName)\n"
}

private func zshScript(_ commands: [CommandSpec]) -> String {
  func safe(_ text: String) -> String {
    text.substituting("'", with: "'\\''").substituting("[", with: "\\[").substituting("]", with: "\\]").substituting(":", with: "\\:")
  }
  var text = "#compdef \(toolName)\n\n_\(toolName)() {\n  local -a subcommands=(\n"
  for command in commands { text += "    '\(command.name):\(safe(command.abstract))'\n" }
  text += """
      )
      if (( CURRENT == 2 )); then
        _describe 'subcommand' subcommands
        _arguments '--help[Show help information.]' '--version[Show the version.]'
        return
      fi
      case "$words[2]" in
        help) _describe 'subcommand' subcommands ;;

    """
  for command in commands {
    text += "    \(command.name)) shift words; (( CURRENT-- )); _arguments"
    for option in command.allOptions {
      text += " '\(option.spelling)[\(safe(option.help))]"
      if let value = option.value { text += ":\(value):(\(option.values.joined(separator: " ")))" }
      text += "'"
    }
    for argument in command.arguments {
      text +=
        " '\(argument.isRepeated ? "*:" : argument.isOptional ? "::" : ":")\(argument.name):\(argument.values.isEmpty ? "_files" : "(\(argument.values.joined(separator: " ")))")'"
    }
    text += " ;;\n"
  }
  return text + "  esac\n}\n\n_\(toolName) \"$@\"\n"
}

private func fishScript(_ commands: [CommandSpec]) -> String {
  func safe(_ text: String) -> String { text.substituting("\\", with: "\\\\").substituting("'", with: "\\'") }
  var text = "# fish completion for \(toolName)\n"
  let top = "complete -c \(toolName) -n __fish_use_subcommand -f"
  text += "\(top) -l help -s h -d 'Show help information.'\n\(top) -l version -d 'Show the version.'\n"
  for command in commands {
    text += "\(top) -a \(command.name) -d '\(safe(command.abstract))'\n"
    let seen = "complete -c \(toolName) -n '__fish_seen_subcommand_from \(command.name)'"
    for option in command.allOptions {
      text += "\(seen) \(option.dashes == "-" ? "-o" : "-l") \(option.name)"
      if let short = option.short { text += " -s \(short)" }
      if option.value != nil { text += option.values.isEmpty ? " -r" : " -x -a '\(option.values.joined(separator: " "))'" }
      text += " -d '\(safe(option.help))'\n"
    }
    let values = command.arguments.flatMap(\.values)
    if !values.isEmpty { text += "\(seen) -f -a '\(values.joined(separator: " "))'\n" }
  }
  return text
}
