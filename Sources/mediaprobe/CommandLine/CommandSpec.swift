import NALKit
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
  /// Whether options can take the place of files; the command checks that either is given.
  var allowsNoFile = false
  /// Whether the text about a file begins with its name, so that answers about several files need no headings.
  var namesFiles = false
  /// Command lines that help ends with, without the name of the tool.
  var examples: [String] = []
  /// Whether the command parses its own words: all of them, including requests for help, are passed as arguments.
  var readsOwnWords = false
  let run: @Sendable (Invocation) -> ExitCode

  /// The options that the parser accepts: the command's own and those of every command of its kind.
  var allOptions: [OptionSpec] { options + commonOptions + [.help] }

  /// Options that follow from the arguments and options of the command.
  private var commonOptions: [OptionSpec] {
    if readsOwnWords { return [] }
    var common: [OptionSpec] = []
    if options.contains(where: { $0.name == "format" && $0.values.contains("json") }) { common.append(.json) }
    if readsFiles { common += [.filesFrom, .jobs] + OptionSpec.inputOptions }
    if hasOutput { common += (options.contains { $0.name == "output" } ? [] : [.output]) + [.overwrite, .keep] }
    return common + [.quiet, .verbose]
  }

  /// Whether the command reads any number of files, one after another.
  var readsFiles: Bool { arguments.contains { $0.isInputList } }
  /// Whether the command writes a file.
  var hasOutput: Bool { arguments.contains { $0.isOutput } || options.contains { $0.name == "output" } }
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

  /// Whether it is a file that is written, which `--output` can name instead.
  var isOutput = false
  /// Whether it is a list of files and folders that are read one after another.
  var isInputList = false

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
  /// Whether the value is a list separated by commas.
  var isList = false
  /// Prefix of the name.
  var dashes = "--"
  let help: String

  /// The form on the command line.
  var spelling: String { dashes + name }

  static let help = OptionSpec(name: "help", short: "h", help: "Show help information.")
  static let version = OptionSpec(name: "version", short: "V", help: "Show the version.")
  static let json = OptionSpec(name: "json", help: "Short for '--format json'.")
  static let filesFrom = OptionSpec(
    name: "files-from", value: "list",
    help: "Read the names of further files from this file, one a line or ended by zero bytes, or from '-'; can be repeated.")
  static let jobs = OptionSpec(name: "jobs", short: "j", value: "n", help: "Read this many files at once. (default: 1)")
  static let output = OptionSpec(name: "output", short: "o", value: "path", help: "The file to write, instead of the last argument.")
  static let overwrite = OptionSpec(name: "yes", short: "y", help: "Replace an existing output without a warning.")
  static let keep = OptionSpec(name: "no-clobber", short: "n", help: "Fail if the output exists.")
  static let quiet = OptionSpec(name: "quiet", short: "q", help: "Print no progress, notes or warnings; errors and findings remain.")
  static let verbose = OptionSpec(name: "verbose", short: "v", help: "Print what was written, and every finding instead of the first 20.")

  /// `--codec <codec>`.
  static let codec = OptionSpec(
    name: "codec", value: "codec", values: ["auto"] + VideoCodec.allCases.map(\.rawValue), help: "The codec of the stream. (default: auto)")

  /// `--track <index>` of commands that work on NAL units.
  static let track = OptionSpec(
    name: "track", value: "index",
    help: "The track of a container, counted from 0. (default: the first H.264 or H.265 track)")

  /// `--track <indices>` of commands that copy tracks.
  static func tracks(_ which: String) -> OptionSpec {
    OptionSpec(
      name: "track", value: "indices", isList: true, help: "Use only these tracks\(which), separated by commas; can be repeated.")
  }

  /// `--item <id>` of commands that work on NAL units.
  static let item = OptionSpec(
    name: "item", value: "id",
    help: "The image of a HEIF file, by its item_ID. (default, without tracks: the primary image or the first H.264 or H.265 one)")

  /// `--format <format>`.
  static func format(_ formats: [Format] = Format.allCases) -> OptionSpec {
    OptionSpec(name: "format", value: "format", values: formats.map(\.rawValue), help: "Output format. (default: \(formats[0].rawValue))")
  }
}

/// The parsed arguments and options of a command.
struct Invocation {
  let command: CommandSpec
  var arguments: [String] = []
  /// Values by option name; empty for flags. The last value of a repeated option.
  var options: [String: String] = [:]
  /// All values by option name, in the order given.
  var allValues: [String: [String]] = [:]

  init(_ command: CommandSpec, arguments: [String] = []) {
    self.command = command
    self.arguments = arguments
  }

  func has(_ option: String) -> Bool { options[option] != nil }
  /// The requested codec; nil to detect it.
  var codec: VideoCodec? { options["codec"].flatMap(VideoCodec.init(rawValue:)) }
  var format: Format { options["format"].flatMap(Format.init(rawValue:)) ?? .table }
}
