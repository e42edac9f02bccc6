/// A command line that ffprobe would reject, with its message.
public struct ProbeUsageError: Error {
  /// One line, or several if a list follows.
  public let message: String

  /// - Parameter list: lines to append.
  init(_ message: String, list: [String] = []) { self.message = ([terminalText(message)] + list).joined(separator: "\n") }
}
