import FileIO

/// The files that a command line writes, as far as they are arguments or `--output`.
private func outputs(_ invocation: Invocation, _ command: CommandSpec) -> [String] {
  if let output = invocation.options["output"] { return [output] }
  guard command.arguments.last?.isOutput == true, invocation.arguments.count >= command.arguments.count else { return [] }
  return [invocation.arguments[invocation.arguments.count - 1]]
}

/// Handles outputs that exist: `--no-clobber` refuses them, `--yes` replaces them, and without either they are replaced with a warning.
/// - Returns: the exit code of a refusal; nil to go on.
func refuseOverwriting(_ invocation: Invocation, _ command: CommandSpec) -> ExitCode? {
  if invocation.has("yes") { return nil }
  for path in outputs(invocation, command) where path != "-" && isRegularFile(path) {
    // An output that is an input is refused by the command, whatever the options are.
    let inputs = invocation.arguments.dropLast(command.arguments.last?.isOutput == true ? 1 : 0)
    if (inputs + (invocation.allValues["init"] ?? [])).contains(where: { isSameFile($0, path) }) {
      continue
    }
    if invocation.has("no-clobber") {
      report("\(toolName): \(path): the output exists")
      return .cannotCreate
    }
    note("\(path): replacing the existing file; a later version will require '--yes'")
  }
  return nil
}
