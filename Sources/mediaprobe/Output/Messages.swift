import BitstreamKit
import FileIO

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
  var output = OutputBuffer()
  output.verbatim(text)
  return finish(&output)
}

/// Flushes the output and returns the exit code. A broken pipe is not an error.
func finish(_ output: inout OutputBuffer) -> ExitCode {
  output.flush()
  guard let failure = output.failure else { return .success }
  if failure.isBrokenPipe { return .success }
  report("\(toolName): \(failure)")
  return .ioError
}

/// Findings about an input. Prints the first ones as they occur and counts all of them.
struct Findings {
  /// Number of findings printed; a damaged file can have any number.
  static let mostShown = 20
  /// Number of findings so far.
  private(set) var count = 0
  private let name: String

  /// Creates findings for an input name.
  init(_ name: String) { self.name = name }

  /// Adds a finding; it is printed after the rows before it.
  mutating func add(_ text: String, _ output: inout OutputBuffer) {
    count += 1
    if count > Self.mostShown { return }
    output.flush()
    report("\(toolName): \(name): \(text)")
  }

  /// Reports the number of findings not printed and returns the exit code.
  func finish() -> ExitCode {
    if count > Self.mostShown { report("\(toolName): \(name): \(count - Self.mostShown) more findings") }
    return count == 0 ? .success : .findings
  }
}
