/// A command as help, completion and the argument parser know it: one table, three readers.
struct CommandSpec: Sendable {
  let name: String
  /// One line for the list of commands.
  let abstract: String
  /// What else help says.
  var discussion = ""
  var arguments: [ArgumentSpec] = []
  var options: [OptionSpec] = []
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
  let help: String

  static let help = OptionSpec(name: "help", short: "h", help: "Show help information.")
  static let version = OptionSpec(name: "version", help: "Show the version.")

  /// `--format <format>`.
  static func format(_ formats: [Format] = Format.allCases) -> OptionSpec {
    OptionSpec(name: "format", value: "format", values: formats.map(\.rawValue), help: "How to print it. (default: \(formats[0].rawValue))")
  }
}

/// What a command line asks a command to do.
struct Invocation {
  var arguments: [String] = []
  /// By the option's name; flags have an empty value.
  var options: [String: String] = [:]
  /// All values of options that may be given several times, in their order.
  var repeated: [String: [String]] = [:]

  /// What was given for an option, each time; the last alone is in `options`.
  func values(of option: String) -> [String] { repeated[option] ?? [] }
  func has(_ option: String) -> Bool { options[option] != nil }
  var format: Format { options["format"].flatMap(Format.init(rawValue:)) ?? .table }
}
