import FileIO

/// An invalid command line, and the command whose usage is shown with the message.
struct UsageError: Error {
  let message: String
  /// Nil for the program, or if whoever reports the error knows.
  let command: CommandSpec?

  init(_ message: String, command: CommandSpec? = nil) {
    self.message = message
    self.command = command
  }
}

/// The parsed command line.
enum Request {
  case run(Invocation)
  case help(CommandSpec?)
  case version
}

/// Parses a command line.
/// - Parameters:
///   - commands: all commands.
///   - implied: the command for a file name without a command.
func parseCommandLine(_ words: [String], _ commands: [CommandSpec], implied: CommandSpec) throws(UsageError) -> Request {
  func isName(_ word: String) -> Bool { commands.contains { $0.name == word } }
  func command(named name: String) throws(UsageError) -> CommandSpec {
    if let found = commands.first(where: { $0.name == name }) { return found }
    throw UsageError("Unknown subcommand '\(name)'.\(suggestion(for: name, among: commands.map(\.name)) { $0 })")
  }
  guard let first = words.first else { return .help(nil) }
  switch first {
  case "--version", "-V": return .version
  case "--help", "-h": return .help(nil)
  case "help":
    guard words.count > 1 else { return .help(nil) }
    return .help(try command(named: words[1]))
  default:
    if isName(first) { return try parsed(try command(named: first), Array(words.dropFirst())) }
    // The options of the implied command can stand before or after the file name.
    if first.hasPrefix("-"), first != "-" {
      // Options may come before the command, too.
      if let place = words.firstIndex(where: { isName($0) && !isFile($0) }) {
        return try parsed(try command(named: words[place]), Array(words[..<place] + words[(place + 1)...]))
      }
      let name = String(first.prefix { $0 != "=" })
      guard implied.allOptions.contains(where: { $0.matches(name) }) else { throw unknownOption(first, among: [.help, .version], nil) }
      return try parsed(implied, words)
    }
    if first == "-" || isPath(first) { return try parsed(implied, words) }
    return try parsed(try command(named: first), Array(words.dropFirst()))
  }
}

private func parsed(_ command: CommandSpec, _ words: [String]) throws(UsageError) -> Request {
  if command.readsOwnWords { return .run(Invocation(command, arguments: words)) }
  return try parseArguments(words, command).map { .run($0) } ?? .help(command)
}

/// Whether a word that is not a command names a file: one that exists, or one that looks like a path and not like a mistyped command.
private func isPath(_ word: String) -> Bool {
  isFile(word) || word.unicodeScalars.contains { $0 == "/" || $0 == "." }
}

/// Whether a word names an existing file or folder.
private func isFile(_ word: String) -> Bool { (try? InputFile(word)) != nil || isFolder(word) }

/// Parses the words of a command; nil if help is requested.
private func parseArguments(_ words: [String], _ command: CommandSpec) throws(UsageError) -> Invocation? {
  var result = Invocation(command)
  var index = 0
  var optionsEnded = false
  while index < words.count {
    let word = words[index]
    index += 1
    // As an output, standard output may have settings after a colon.
    if optionsEnded || word == "-" || word.hasPrefix("-:") || !word.hasPrefix("-") {
      result.arguments.append(word)
    } else if word == "--" {
      optionsEnded = true
    } else {
      if let flags = command.flags(word) {
        for flag in flags {
          result.options[flag.name] = ""
          result.allValues[flag.name, default: []].append("")
        }
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let option = command.allOptions.first(where: { $0.matches(parts[0]) }) else {
        throw unknownOption(parts[0], among: command.allOptions, command)
      }
      if option.name == "help" { return nil }
      let value = try value(of: option, parts, words, &index, command)
      let values = option.isList ? value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [value]
      for value in values { try option.validate(value, command) }
      if option.name == "json" { result.options["format"] = "json" }
      result.options[option.name] = value
      result.allValues[option.name, default: []] += values
    }
  }
  // The output is the last argument: an option can name it as well.
  if let output = result.options["output"], command.arguments.last?.isOutput == true { result.arguments.append(output) }
  if command.readsFiles, result.arguments.isEmpty, !result.has("files-from"), !command.allowsNoFile {
    throw UsageError("Missing expected argument '<file>'.", command: command)
  }
  if result.arguments.count < command.arguments.count, !command.arguments[result.arguments.count].isOptional {
    throw UsageError("Missing expected argument '<\(command.arguments[result.arguments.count].name)>'.", command: command)
  }
  if result.arguments.count > command.arguments.count, !command.arguments.contains(where: { $0.isRepeated }) {
    throw UsageError("Unexpected argument '\(result.arguments[command.arguments.count])'.", command: command)
  }
  return result
}

private func value(
  of option: OptionSpec, _ parts: [String], _ words: [String], _ index: inout Int, _ command: CommandSpec
) throws(UsageError) -> String {
  guard let valueName = option.value else {
    if parts.count > 1 { throw UsageError("The option '--\(option.name)' takes no value.", command: command) }
    return ""
  }
  var value = parts.count > 1 ? parts[1] : ""
  if parts.count == 1 {
    guard index < words.count else { throw UsageError("Missing value for '--\(option.name) <\(valueName)>'.", command: command) }
    value = words[index]
    index += 1
  }
  if option.name == "format" { value = option.knownFormat(value) }
  return value
}

private func unknownOption(_ word: String, among options: [OptionSpec], _ command: CommandSpec?) -> UsageError {
  let name = word.drop { $0 == "-" }
  // No option: a file, a place or a number.
  if name.first?.isLetter != true {
    return UsageError("Unknown option '\(word)'. Arguments that begin with '-' follow '--'.", command: command)
  }
  let hint = suggestion(for: String(name), among: options.map(\.name)) { "--" + $0 }
  return UsageError("Unknown option '\(word)'.\(hint)", command: command)
}

extension CommandSpec {
  /// The flags of a word such as `-yv`; nil for any other word.
  fileprivate func flags(_ word: String) -> [OptionSpec]? {
    let letters = Array(word.dropFirst())
    guard letters.count > 1, letters[0] != "-" else { return nil }
    let flags = letters.compactMap { letter in allOptions.first { $0.short == letter && $0.value == nil && $0.name != "help" } }
    return flags.count == letters.count ? flags : nil
  }
}

extension OptionSpec {
  /// `text` and `table` are the same format: the one that the command has.
  fileprivate func knownFormat(_ word: String) -> String {
    switch word {
    case "text" where !values.contains("text") && values.contains("table"): "table"
    case "table" where !values.contains("table") && values.contains("text"): "text"
    default: word
    }
  }

  fileprivate func validate(_ word: String, _ command: CommandSpec) throws(UsageError) {
    if values.isEmpty || values.contains(word) { return }
    let known = values.joined(separator: ", ")
    throw UsageError(
      "The value '\(word)' is invalid for '--\(name) <\(value ?? "")>'. Please provide one of: \(known).", command: command)
  }

  fileprivate func matches(_ word: String) -> Bool { word == "--" + name || short.map { word == "-\($0)" } == true }
}

/// " Did you mean …?" for the candidate nearest to a word; empty if none is close.
func suggestion(for word: String, among candidates: [String], spelled: (String) -> String) -> String {
  let ranked = candidates.map { ($0, editDistance(word, $0)) }.min { $0.1 < $1.1 }
  guard let (best, distance) = ranked, distance <= max(1, best.count / 3) else { return "" }
  return " Did you mean '\(spelled(best))'?"
}

/// Number of insertions, deletions, substitutions and transpositions of adjacent characters that turn one word into the other (optimal
/// string alignment).
func editDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a), Array(b))
  var rows = [Array(0...b.count)]
  for i in 0..<a.count {
    var row = [i + 1]
    for j in 0..<b.count {
      var cost = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
      row.append(cost)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}
