import RemuxKit

/// A command as help, completion and the argument parser know it: one table, three readers.
struct CommandSpec: Sendable {
  let name: String
  /// One line for the list of commands.
  let abstract: String
  /// What else help says.
  var discussion = ""
  var arguments: [ArgumentSpec] = []
  var options: [OptionSpec] = []
  /// Whether the command reads its words itself: it gets them all as arguments, and is asked for help by them too.
  var readsOwnWords = false
  let run: @Sendable (Invocation) -> ExitCode

  /// What the parser takes: the command's own options and `--help`.
  var allOptions: [OptionSpec] { options + [.help] }
}

/// A word without dashes in front.
struct ArgumentSpec: Sendable {
  let name: String
  let help: String
  /// What completion offers: these words, or file names where there are none.
  var values: [String] = []
  /// Whether it may be left out; such arguments stand behind those that may not.
  var isOptional = false
  /// Whether there may be more than one of it.
  var isRepeated = false

  /// As usage lines show it.
  var head: String { (isOptional ? "[<\(name)>]" : "<\(name)>") + (isRepeated ? " ..." : "") }
}

/// A word with dashes in front.
struct OptionSpec: Sendable {
  /// Without the dashes.
  let name: String
  /// One letter, for `-h`.
  var short: Character?
  /// What its value is called; nil for a flag.
  var value: String?
  /// The only values that it takes; empty where it takes any.
  var values: [String] = []
  /// What stands before the name.
  var dashes = "--"
  let help: String

  /// As it is typed.
  var spelling: String { dashes + name }

  static let help = OptionSpec(name: "help", short: "h", help: "Show help information.")
  static let version = OptionSpec(name: "version", help: "Show the version.")

  /// `--codec <codec>`.
  static let codec = OptionSpec(
    name: "codec", value: "codec", values: ["auto"] + VideoCodec.allCases.map(\.rawValue), help: "The codec of the stream. (default: auto)")

  /// `--track <index>`, for what works on NAL units.
  static let track = OptionSpec(
    name: "track", value: "index",
    help: "The track of a container, counted from 0. (default: the first of H.264 or H.265)")

  /// `--format <format>`.
  static func format(_ formats: [Format] = Format.allCases) -> OptionSpec {
    OptionSpec(name: "format", value: "format", values: formats.map(\.rawValue), help: "Output format. (default: \(formats[0].rawValue))")
  }
}

/// What a command line asks a command to do.
struct Invocation {
  var arguments: [String] = []
  /// By the option's name; flags have an empty value. Of an option that is given more than once, the last value.
  var options: [String: String] = [:]
  /// By the option's name, all values in the order in which they were given.
  var allValues: [String: [String]] = [:]

  func has(_ option: String) -> Bool { options[option] != nil }
  /// The codec that was asked for; nil where content decides.
  var codec: VideoCodec? { options["codec"].flatMap(VideoCodec.init(rawValue:)) }
  var format: Format { options["format"].flatMap(Format.init(rawValue:)) ?? .table }
}
