import BitstreamKit

/// A command line with placeholders: `myenc --width {width} --fps {fps} -o - -`.
///
/// Words are split as by a shell: at blanks, with single quotes, double quotes and backslashes. No shell is involved, so a value is never
/// interpreted as a command.
public struct CommandTemplate: Sendable, Equatable {
  /// The words, program first, with unexpanded placeholders.
  public let words: [String]

  /// Parses a template.
  /// - Throws: if a quote is not closed, or there are no words.
  public init(_ text: String) throws(EncoderError) {
    var (words, word): ([String], String?) = ([], nil)
    var quote: Character?
    var isEscaped = false
    for letter in text {
      if isEscaped {
        word = (word ?? "") + String(letter)
        isEscaped = false
      } else if letter == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if letter == open { quote = nil } else { word = (word ?? "") + String(letter) }
      } else if letter == "'" || letter == "\"" {
        quote = letter
        word = word ?? ""
      } else if letter == " " || letter == "\t" || letter == "\n" {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(letter)
      }
    }
    if quote != nil || isEscaped { throw .unsupported("the command '\(text)' has an unterminated quote") }
    if let done = word { words.append(done) }
    if words.isEmpty { throw .unsupported("the command is empty") }
    self.words = words
  }

  /// The program.
  public var program: String { words.first ?? "" }

  /// Returns the arguments after the program, with placeholders expanded.
  /// - Parameter values: the values by placeholder name.
  /// - Throws: if a placeholder is unknown.
  public func arguments(_ values: [String: String]) throws(EncoderError) -> [String] {
    var filled: [String] = []
    for word in words.dropFirst() { filled.append(try Self.fill(word, values)) }
    return filled
  }

  private static func fill(_ word: String, _ values: [String: String]) throws(EncoderError) -> String {
    var (made, rest) = ("", word[...])
    while let open = rest.firstIndex(of: "{"), let end = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<end])
      guard let value = values[name] else {
        throw .unsupported("the command has an unknown placeholder {\(name)}; known are \(values.keys.ordered().joined(separator: ", "))")
      }
      made += rest[..<open] + value
      rest = rest[rest.index(after: end)...]
    }
    return made + rest
  }
}
