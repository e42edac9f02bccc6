import BitstreamKit
import FileIO

/// A line on standard error. Where even that fails there is nobody left to tell.
func report(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  try? OutputDescriptor.standardError.write(bytes, 0..<bytes.count)
}

/// Text on standard output.
func printText(_ text: String) -> ExitCode {
  var output = OutputBuffer()
  output.string(text)
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
