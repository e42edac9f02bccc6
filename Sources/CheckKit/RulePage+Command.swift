import BitstreamKit

extension RulePage {
  /// The command that mends a finding, with the placeholders `FILE` and `OUT`; nil if the remedy names none that is complete.
  public var command: String? { mend == nil ? commandInRemedy : "mediaprobe check --fix FILE -o OUT" }

  /// The first command in the remedy that writes a file.
  var commandInRemedy: String? {
    var words: [[UInt8]] = []
    var isOpen = false
    var isQuoted = false
    for word in Array(remedy.description.utf8).split(separator: UInt8(ascii: " ")) {
      var bytes = Array(word)
      if !isOpen {
        isQuoted = bytes.first == UInt8(ascii: "'")
        if isQuoted { bytes.removeFirst() }
        guard bytes == Array("mediaprobe".utf8) else { continue }
        (isOpen, words) = (true, [bytes])
        continue
      }
      let last = bytes.last
      let isEnd = isQuoted ? bytes.contains(UInt8(ascii: "'")) : last == UInt8(ascii: ".") || last == UInt8(ascii: ",")
      if isEnd { bytes = Array(bytes.prefix { $0 != UInt8(ascii: "'") }) }
      if isEnd, !isQuoted { bytes.removeLast() }
      words.append(bytes)
      if isEnd {
        if let command = Self.complete(words.map { String(decoding: $0, as: UTF8.self) }) { return command }
        isOpen = false
      }
    }
    return isOpen && !isQuoted ? Self.complete(words.map { String(decoding: $0, as: UTF8.self) }) : nil
  }

  /// The command with its placeholders; nil if it does not mend, or lacks the value of an option.
  private static func complete(_ words: [String]) -> String? {
    guard words.count > 1, words.count < 12 else { return nil }
    switch words[1] {
    case "remux", "retag", "recover", "extract": break
    default: return nil
    }
    var (parts, hasInput, hasOutput): ([String], Bool, Bool) = ([], false, false)
    for word in words {
      if word == "FILE" || word == "IN" || word.hasPrefix("IN.") {
        hasInput = true
        parts.append("FILE")
      } else {
        if word == "OUT" || word.hasPrefix("OUT.") { hasOutput = true }
        parts.append(word)
        // Options whose value the remedy leaves open.
        if word == "--like" { parts.append("GOOD") }
      }
    }
    if !hasInput { parts.append("FILE") }
    if !hasOutput { parts.append("OUT") }
    return parts.joined(separator: " ")
  }
}
