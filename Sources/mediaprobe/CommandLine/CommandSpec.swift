import RemuxKit
import ProbeKit

/// Describes a command for help, completion and the argument parser.
struct CommandSpec: Sendable {
  let name: String
  /// One line for the list of commands.
  let abstract: String
  /// Further help text.
  var discussion = ""
  var arguments: [ArgumentSpec] = []
  var options: [OptionSpec] = []
  /// Whether the command parses its own words: all of them, including requests for help, are passed as arguments.
  var readsOwnWords = false
  let run: @Sendable (Invocation) -> ExitCode

  /// The options that the parser accepts: the command's own and `--help`.
  var allOptions: [OptionSpec] { options + [.help] }
}

/// A positional argument.
struct ArgumentSpec: Sendable {
  let name: String
  let help: String
  /// The words that completion offers; file names if empty.
  var values: [String] = []
  /// Whether it can be omitted. Optional arguments come last.
  var isOptional = false
  /// Whether it can be repeated.
  var isRepeated = false

  /// The form in usage lines.
  var head: String { (isOptional ? "[<\(name)>]" : "<\(name)>") + (isRepeated ? " ..." : "") }
}

/// A named option.
struct OptionSpec: Sendable {
  /// Name without dashes.
  let name: String
  /// One letter, for `-h`.
  var short: Character?
  /// Name of the value; nil for a flag.
  var value: String?
  /// Allowed values; empty if any.
  var values: [String] = []
  /// Prefix of the name.
  var dashes = "--"
  let help: String

  /// The form on the command line.
  var spelling: String { dashes + name }

  static let help = OptionSpec(name: "help", short: "h", help: "Show help information.")
  static let version = OptionSpec(name: "version", help: "Show the version.")

  /// `--codec <codec>`.
  static let codec = OptionSpec(
    name: "codec", value: "codec", values: ["auto"] + VideoCodec.allCases.map(\.rawValue), help: "The codec of the stream. (default: auto)")

  /// `--track <index>` of commands that work on NAL units.
  static let track = OptionSpec(
    name: "track", value: "index",
    help: "The track of a container, counted from 0. (default: the first H.264 or H.265 track)")

  /// `--format <format>`.
  static func format(_ formats: [Format] = Format.allCases) -> OptionSpec {
    OptionSpec(name: "format", value: "format", values: formats.map(\.rawValue), help: "Output format. (default: \(formats[0].rawValue))")
  }
}

/// The parsed arguments and options of a command.
struct Invocation {
  var arguments: [String] = []
  /// Values by option name; empty for flags. The last value of a repeated option.
  var options: [String: String] = [:]
  /// All values by option name, in the order given.
  var allValues: [String: [String]] = [:]

  func has(_ option: String) -> Bool { options[option] != nil }
  /// The requested codec; nil to detect it.
  var codec: VideoCodec? { options["codec"].flatMap(VideoCodec.init(rawValue:)) }
  var format: Format { options["format"].flatMap(Format.init(rawValue:)) ?? .table }
}
