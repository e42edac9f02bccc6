import BitstreamKit
import FileIO

/// A line on standard error, whatever foreign text is in it. Where even that fails there is nothing left to do.
func report(_ line: String) {
  let bytes = Array((terminalText(line) + "\n").utf8)
  try? OutputDescriptor.standardError.write(bytes, 0..<bytes.count)
}

/// Refuses to write a file that is read: its content would be lost before it was carried.
func refuseOutput(_ path: String, as input: String) -> ExitCode {
  report("Error: The output '\(path)' is the input '\(input)': please give another output.")
  return .usage
}

/// Lines on standard error, which a line feed parts.
func reportLines(_ text: String) {
  for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) { report(String(line)) }
}

/// Text of this program's own on standard output.
func printText(_ text: String) -> ExitCode {
  var output = OutputBuffer()
  output.verbatim(text)
  return finish(&output)
}

/// Writes out what is left and says how that went. A reader that has gone away has seen enough: that is no error.
func finish(_ output: inout OutputBuffer) -> ExitCode {
  output.flush()
  guard let failure = output.failure else { return .success }
  if failure.isBrokenPipe { return .success }
  report("\(toolName): \(failure)")
  return .ioError
}

/// What a command has to complain about in its input: shown as it comes, the first of it, and counted.
struct Findings {
  /// A broken file repeats itself; nobody reads more.
  static let mostShown = 20
  /// How many there were.
  private(set) var count = 0
  private let name: String

  /// Findings about the input of a name.
  init(_ name: String) { self.name = name }

  /// Shows a finding behind the rows that came before it.
  mutating func add(_ text: String, _ output: inout OutputBuffer) {
    count += 1
    if count > Self.mostShown { return }
    output.flush()
    report("\(toolName): \(name): \(text)")
  }

  /// Says how many were not shown.
  func finish() -> ExitCode {
    if count > Self.mostShown { report("\(toolName): \(name): \(count - Self.mostShown) more findings of this kind and others") }
    return count == 0 ? .success : .findings
  }
}
