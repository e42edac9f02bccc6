import BitstreamKit

/// A command with places for values: `myenc --width {width} --fps {fps} -o - -`.
///
/// Words are told apart as a shell does it, by blanks, with single and double quotes and the backslash; no shell is asked, so that no
/// value can be taken for a command.
public struct CommandTemplate: Sendable, Equatable {
  /// The words, the program first, with their places.
  public let words: [String]

  /// Reads a template.
  /// - Throws: where a quote has no end, or there is no word.
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
    if quote != nil || isEscaped { throw .unsupported("the command '\(text)' ends inside of a quote") }
    if let done = word { words.append(done) }
    if words.isEmpty { throw .unsupported("the command is empty") }
    self.words = words
  }

  /// The program.
  public var program: String { words.first ?? "" }

  /// The words behind the program, their places filled.
  /// - Parameter values: by the name of the place.
  /// - Throws: where there is a place that nobody knows.
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
        throw .unsupported("the command has a place {\(name)}; known are \(values.keys.sorted().joined(separator: ", "))")
      }
      made += rest[..<open] + value
      rest = rest[rest.index(after: end)...]
    }
    return made + rest
  }
}
