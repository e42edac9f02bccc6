import FileIO
import HTTPTransport

/// The files that a command line writes, as far as they are arguments or `--output`.
private func outputs(_ invocation: Invocation) -> [String] {
  let command = invocation.command
  if let output = invocation.options["output"] { return [output] }
  guard command.arguments.last?.isOutput == true, invocation.arguments.count >= command.arguments.count else { return [] }
  return [invocation.arguments[invocation.arguments.count - 1]]
}

/// Refuses `--in-place` for addresses.
/// - Returns: the exit code of the refusal; nil to go on.
func refuseChange(_ invocation: Invocation) -> ExitCode? {
  guard invocation.has("in-place"), let path = invocation.arguments.first, HTTPRequest.isAddress(path) else { return nil }
  return reportUsage("'--in-place' changes files, and '\(path)' is an address.", invocation)
}

/// Refuses standard input as more than one of the inputs.
/// - Returns: the exit code of the refusal; nil to go on.
func refuseInputTwice(_ invocation: Invocation) -> ExitCode? {
  let inputs = invocation.arguments.dropLast(invocation.command.arguments.last?.isOutput == true ? 1 : 0)
  let further = ["init", "like"].flatMap { invocation.allValues[$0] ?? [] }
  if (inputs + further).count(where: { $0 == "-" }) < 2 { return nil }
  return reportUsage("Standard input can be read only once.", invocation)
}

/// Handles outputs that exist: `--no-clobber` refuses them, `--yes` replaces them, and without either they are replaced with a warning.
/// - Returns: the exit code of a refusal; nil to go on.
func refuseOverwriting(_ invocation: Invocation) -> ExitCode? {
  let inputs = invocation.arguments.dropLast(invocation.command.arguments.last?.isOutput == true ? 1 : 0)
  return refuseOverwriting(outputs(invocation), inputs: inputs + (invocation.allValues["init"] ?? []), invocation)
}

/// Handles outputs that exist, for a command whose outputs are not plain arguments.
/// - Parameter inputs: the files that are read. The command refuses an output that is one of them, whatever the options are.
func refuseOverwriting(_ outputs: [String], inputs: [String], _ invocation: Invocation) -> ExitCode? {
  if invocation.has("yes"), invocation.has("no-clobber") {
    return reportUsage("'--yes' and '--no-clobber' exclude each other.", invocation)
  }
  if invocation.has("yes") { return nil }
  for path in outputs where path != "-" && isRegularFile(path) && !inputs.contains(where: { isSameFile($0, path) }) {
    if invocation.has("no-clobber") {
      report("\(toolName): \(path): the output exists")
      return .cannotCreate
    }
    note("\(path): the existing file will be replaced; a later version will require '--yes'")
  }
  return nil
}
