// Searches text by its bytes. The standard library's searches for strings in strings need a regular expression engine, which Embedded Swift
// does not have and which adds 1.3 MB to a static program.

extension StringProtocol {
  /// Whether the UTF-8 bytes of `part` occur in those of this text. An empty part occurs in any text.
  package func includes(_ part: String) -> Bool { firstOccurrence(of: part, from: utf8.startIndex) != nil }

  /// The text with each occurrence of `part`, which is not empty, replaced; occurrences do not overlap.
  package func substituting(_ part: String, with replacement: String) -> String {
    var result = ""
    var start = utf8.startIndex
    while !part.isEmpty, let found = firstOccurrence(of: part, from: start) {
      result += String(self[start..<found]) + replacement
      start = utf8.index(found, offsetBy: part.utf8.count)
    }
    return result + String(self[start...])
  }

  /// The text after the last occurrence of `part`; nil if there is none.
  package func suffix(after part: String) -> String? {
    var last: Index?
    var start = utf8.startIndex
    while let found = firstOccurrence(of: part, from: start) {
      last = utf8.index(found, offsetBy: part.utf8.count)
      start = utf8.index(after: found)
    }
    return last.map { String(self[$0...]) }
  }

  private func firstOccurrence(of part: String, from start: Index) -> Index? {
    var place = start
    while true {
      if utf8[place...].starts(with: part.utf8) { return place }
      if place == utf8.endIndex { return nil }
      place = utf8.index(after: place)
    }
  }
}
