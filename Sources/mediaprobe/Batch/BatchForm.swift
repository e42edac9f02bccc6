import BitstreamKit
import CheckKit
import ProbeKit

/// How the answers about several files stand in one output.
enum BatchForm {
  /// Each answer follows a line with the name of its file.
  case text
  /// Each answer begins with the name of its file; one of several lines is followed by an empty line.
  case named
  /// Each row of comma-separated values starts with the name of its file.
  case csv
  /// One array of objects, one for each file.
  case json
  /// One object a line for each file.
  case jsonl
  /// One document with a part for each file, for forms that have an opening and a closing. The parts are separated by the output.
  case framed(CheckForm)
}

/// Puts the answer about one file in its place, as it is written.
///
/// An object has the keys `file`, `result`, `messages` and `exit_code`. `result` is the document of the command, the array of its rows for
/// a command without documents, or null if there is none.
struct BatchAnswer {
  private let form: BatchForm
  private let name: String
  private let isFirst: Bool
  /// Whether the answer consists of lines that are objects, not of one document.
  private let hasRows: Bool
  private var hasWritten = false
  private var isAtLineStart = true
  private var isHeading: Bool
  private var messages: [String] = []
  /// The number of lines so far, at most 2.
  private var lineCount = 0

  init(_ form: BatchForm, name: String, isFirst: Bool, hasRows: Bool) {
    self.form = form
    self.name = name
    self.isFirst = isFirst
    self.hasRows = hasRows
    if case .csv = form { isHeading = true } else { isHeading = false }
  }

  /// What precedes the answer.
  var opening: [UInt8] {
    switch form {
    case .text: Array("\(isFirst ? "" : "\n")==> \(terminalText(name)) <==\n".utf8)
    case .csv, .named: []
    case .json: Array("\(isFirst ? "[\n" : ",\n"){\"file\":\(jsonText(name)),\"result\":".utf8)
    case .jsonl: Array("{\"file\":\(jsonText(name)),\"result\":".utf8)
    case .framed(let form): isFirst ? Array(form.opening.utf8) : []
    }
  }

  /// A part of the answer in its place.
  mutating func place(_ bytes: [UInt8]) -> [UInt8] {
    switch form {
    case .text: return bytes
    case .named:
      for byte in bytes where byte == 0x0A && lineCount < 2 { lineCount += 1 }
      return bytes
    case .csv: return rows(bytes)
    case .json, .jsonl: return hasRows ? elements(bytes) : document(bytes)
    case .framed:
      hasWritten = hasWritten || !bytes.isEmpty
      return bytes
    }
  }

  /// Messages are a part of an object; elsewhere they are printed.
  mutating func takes(_ message: String) -> Bool {
    // A file that has no part in a framed document becomes one from its message, which is printed too.
    if case .framed = form { messages.append(message) }
    guard isObject else { return false }
    messages.append(message)
    return true
  }

  /// What follows the answer.
  func closing(_ code: ExitCode) -> [UInt8] {
    if case .framed(let form) = form { return hasWritten || code == .success || code == .findings ? [] : unreadable(form) }
    if case .named = form { return lineCount > 1 ? [0x0A] : [] }
    guard isObject else { return [] }
    let isEmptyAnswer = hasRows && (code == .success || code == .findings)
    let result = hasWritten ? hasRows ? "]" : "" : isEmptyAnswer ? "[]" : "null"
    let list = messages.map(jsonText).joined(separator: ",")
    var end = ""
    if case .jsonl = form { end = "\n" }
    return Array("\(result),\"messages\":[\(list)],\"exit_code\":\(code.rawValue)}\(end)".utf8)
  }

  /// What separates this answer from the preceding ones, if neither is empty.
  var separator: [UInt8] {
    if case .framed(let form) = form { Array(form.separator.utf8) } else { [] }
  }

  /// What follows all answers.
  /// - Parameter pages: the rules with findings.
  static func end(_ form: BatchForm, isEmpty: Bool, _ pages: [RulePage]) -> [UInt8] {
    switch form {
    case .json: Array((isEmpty ? "[]\n" : "\n]\n").utf8)
    case .framed(let form):
      rendered {
        if isEmpty { $0.verbatim(form.opening) }
        form.close(pages, version: toolVersion, to: &$0)
      }
    case .text, .named, .csv, .jsonl: []
    }
  }

  /// Whether each answer is an object that holds its messages.
  private var isObject: Bool {
    switch form {
    case .json, .jsonl: true
    case .text, .named, .csv, .framed: false
    }
  }

  /// The part of a framed document for a file that could not be opened.
  private func unreadable(_ form: CheckForm) -> [UInt8] {
    let style = CheckStyle(form, name: name, version: toolVersion)
    return rendered { CheckResult(refusal: messages.first ?? "not readable").write(style, to: &$0) }
  }

  /// A document without its line feeds, which are insignificant: strings have theirs escaped.
  private mutating func document(_ bytes: [UInt8]) -> [UInt8] {
    hasWritten = hasWritten || !bytes.isEmpty
    return bytes.filter { $0 != 0x0A }
  }

  /// Objects on lines become elements of an array.
  private mutating func elements(_ bytes: [UInt8]) -> [UInt8] {
    var placed: [UInt8] = []
    for byte in bytes {
      if byte == 0x0A {
        isAtLineStart = true
        continue
      }
      if isAtLineStart { placed.append(hasWritten ? 0x2C : 0x5B) }
      (hasWritten, isAtLineStart) = (true, false)
      placed.append(byte)
    }
    return placed
  }

  /// Rows with the name in front; the heading is written once.
  private mutating func rows(_ bytes: [UInt8]) -> [UInt8] {
    var placed: [UInt8] = []
    for byte in bytes {
      if isHeading, !isFirst {
        if byte == 0x0A { isHeading = false }
        continue
      }
      if isAtLineStart { placed += isHeading ? Array("file,".utf8) : Array(csvField(name).utf8) + [0x2C] }
      isAtLineStart = byte == 0x0A
      if isAtLineStart { isHeading = false }
      placed.append(byte)
    }
    return placed
  }
}

/// What a closure writes.
private func rendered(_ body: (inout OutputBuffer) -> Void) -> [UInt8] {
  var bytes: [UInt8] = []
  var output = OutputBuffer(
    ProbeSink(write: { (part) throws(ByteError) in unsafe bytes.append(contentsOf: part) }, report: { _ in }))
  body(&output)
  _ = output.finish()
  return bytes
}

/// A string as a JSON literal.
private func jsonText(_ text: String) -> String {
  // Bytes of a name that are not UTF-8 show as in the documents.
  let shown = text.unicodeScalars.contains { rawByteScalars.contains($0.value) } ? terminalText(text) : text
  return String(decoding: rendered { $0.quoted(shown) }, as: UTF8.self)
}

/// A field of comma-separated values (RFC 4180), quoted if it has to be.
private func csvField(_ text: String) -> String {
  let shown = terminalText(text)
  guard shown.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else { return shown }
  var quoted = "\""
  for scalar in shown.unicodeScalars { quoted += scalar == "\"" ? "\"\"" : String(scalar) }
  return quoted + "\""
}
