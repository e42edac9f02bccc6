import BitstreamKit
import NALKit
import ProbeKit
import RemuxKit

// Options and messages of the commands that work on tracks and samples.

extension OptionSpec {
  /// `--fps <rate>`.
  static let frameRate = OptionSpec(
    name: "fps", value: "rate", help: "Frame rate of a bare stream, such as 25, 29.97 or 30000/1001; overrides the stream.")
}

extension Invocation {
  /// The exact value of `--fps`; nil if not given.
  func frameRate() throws(UsageError) -> ExactRatio? {
    guard let text = options["fps"] else { return nil }
    guard let rate = ExactRatio(frameRate: text) else {
      throw UsageError("The value of '--fps' is not a rate such as 25, 29.97 or 30000/1001: '\(text)'.")
    }
    return rate
  }

  /// The values of `--track`, each once.
  func trackIndices(among count: Int) throws(UsageError) -> [Int] {
    var indices: [Int] = []
    for text in allValues["track"] ?? [] {
      guard let index = Int(text), index >= 0, index < count else {
        let tracks = count == 1 ? "the file has track 0 only" : "the file has tracks 0 to \(count - 1)"
        throw UsageError("No track '\(text)': " + (count == 0 ? "the file has no tracks." : tracks + "."))
      }
      if !indices.contains(index) { indices.append(index) }
    }
    return indices
  }
}

extension Invocation {
  /// `--track` as an index; nil without it.
  func trackIndex() throws(UsageError) -> Int? {
    guard let text = options["track"] else { return nil }
    if let index = Int(text), index >= 0 { return index }
    throw UsageError("No track '\(text)'.")
  }
}

extension Invocation {
  /// `--item` as an `item_ID`; nil without it.
  func itemID() throws(UsageError) -> UInt32? {
    guard let text = options["item"] else { return nil }
    if let id = UInt32(text) { return id }
    throw UsageError("No item '\(text)'.")
  }
}

/// Reports that the codec of a byte stream was guessed.
func noteGuess(_ codec: VideoCodec, _ name: String) {
  if !Verbosity.isQuiet { ProbeSink.standard.reportGuess(codec, name) }
}

/// Reports an option that does not apply to the input, with the usage line of the command.
func reportUsage(_ error: UsageError, _ invocation: Invocation) -> ExitCode {
  reportLines(String(usageText(UsageError(error.message, command: invocation.command)).dropLast()))
  return .usage
}

/// Reports a usage error by its message.
func reportUsage(_ message: String, _ invocation: Invocation) -> ExitCode { reportUsage(UsageError(message), invocation) }

/// Reports why a media file could not be read and returns the exit code.
func reportUnreadable(_ error: MediaError, _ name: String) -> ExitCode {
  report("\(toolName): \(error.naming(name).line)")
  return ExitCode(error)
}
