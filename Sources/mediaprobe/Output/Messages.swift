import BitstreamKit
import FileIO
import ProbeKit

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
  var output = OutputBuffer(.standard)
  output.verbatim(text)
  return ExitCode(output.finish())
}
