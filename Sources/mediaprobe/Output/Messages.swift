import BitstreamKit
import FileIO
import ProbeKit

/// Writes an escaped line to standard error. Failures are ignored.
func report(_ line: String) {
  let bytes = Array((terminalText(line) + "\n").utf8)
  try? OutputDescriptor.standardError.write(bytes, 0..<bytes.count)
}

/// Rejects an output that is also an input, since writing would destroy the input.
func refuseOutput(_ path: String, as input: String) -> ExitCode {
  report("Error: Output '\(path)' is the same file as input '\(input)'.")
  return .usage
}

/// Writes the lines of a text to standard error.
func reportLines(_ text: String) {
  for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) { report(String(line)) }
}

/// Writes trusted text to standard output.
func printText(_ text: String) -> ExitCode {
  var output = OutputBuffer(.standard)
  output.verbatim(text)
  return ExitCode(output.finish())
}

/// Refuses to write media to a terminal, which shows it as noise and can be confused by it.
func refuseTerminal() -> ExitCode {
  report("Error: Standard output is a terminal: redirect it, or name a file with '--output'.")
  return .usage
}
