/// An output format and its options: `json=c=1`, `csv=p=0:s=;`.
struct ProbeFormatArguments {
  let name: String
  private var values: [String: String] = [:]

  init(_ text: String) throws(ProbeUsageError) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(halves[0])
    let known: [String: [String: String]] = [
      "default": ["noprint_wrappers": "nw", "nw": "nw", "nokey": "nk", "nk": "nk"],
      "compact": Self.compact, "csv": Self.compact,
      "flat": ["sep_char": "s", "s": "s", "hierarchical": "h", "h": "h"], "ini": ["hierarchical": "h", "h": "h"],
      "json": ["compact": "c", "c": "c"], "xml": ["fully_qualified": "q", "q": "q", "xsd_strict": "x", "x": "x"],
    ]
    guard let options = known[name] else { throw ProbeUsageError("Unknown output format with name '\(name)'") }
    guard halves.count == 2 else { return }
    for (option, value) in try Self.pairs(String(halves[1])) {
      let key = options[option] ?? Self.common[option]
      let isBad = key.map { !Self.texts.contains($0) && Self.truth(value) == nil } ?? false
      guard let key, !isBad else {
        let message = "Failed to set option '\(option)' with value '\(value)' provided to writer context"
        if !isBad { throw ProbeUsageError(message) }
        throw ProbeUsageError("Unable to parse option value \"\(value)\" as boolean", list: [terminalText(message)])
      }
      values[key] = value
    }
    if let separator = values["s"], separator.utf8.count != 1 {
      throw ProbeUsageError("Item separator '\(separator)' specified, but must contain a single character")
    }
    if let mode = values["e"], Self.escapes[mode] == nil { throw ProbeUsageError("Unknown escape mode '\(mode)'") }
  }

  /// Options of all formats: what replaces invalid UTF-8, which is always U+FFFD.
  private static let common = [
    "string_validation": "sv", "sv": "sv", "string_validation_replacement": "svr", "svr": "svr",
  ]
  private static let compact = [
    "item_sep": "s", "s": "s", "nokey": "nk", "nk": "nk", "escape": "e", "e": "e", "print_section": "p", "p": "p",
  ]
  /// The options that are no flags.
  private static let texts = ["s", "e", "sv", "svr"]
  private static let escapes: [String: CompactProbeWriter.Escape] = ["c": .c, "csv": .csv, "none": .none]

  /// Whether XML has a namespace: if that is asked for, and if it has to conform to the schema.
  var isQualified: Bool { flag("q", false) || flag("x", false) }
  func flag(_ key: String, _ usual: Bool) -> Bool { values[key].flatMap(Self.truth) ?? usual }
  func text(_ key: String) -> String? { values[key] }

  /// The value of a flag; nil if FFmpeg refuses it.
  private static func truth(_ text: String) -> Bool? {
    switch text {
    case "true", "y", "yes", "enable", "enabled", "on": return true
    case "false", "n", "no", "disable", "disabled", "off": return false
    default:
      guard let number = Int(text), number == 0 || number == 1 else { return nil }
      return number == 1
    }
  }

  /// The writer for `compact` or `csv` with the requested options.
  var compactWriter: CompactProbeWriter {
    let isCSV = name == "csv"
    return CompactProbeWriter(
      separator: text("s")?.utf8.first ?? (isCSV ? 0x2C : 0x7C), hasKeys: !flag("nk", isCSV), hasSections: flag("p", true),
      escape: text("e").flatMap { Self.escapes[$0] } ?? (isCSV ? .csv : .c))
  }

  // MARK: - Tokens

  /// The options of a list such as `p=0:s=\:`.
  private static func pairs(_ text: String) throws(ProbeUsageError) -> [(key: String, value: String)] {
    let bytes = Array(text.utf8)
    var pairs: [(key: String, value: String)] = []
    var place = 0
    while place < bytes.count {
      let key = token(bytes, &place, end: 0x3D)
      var value = ""
      if !key.isEmpty, place < bytes.count {
        place += 1
        value = token(bytes, &place, end: 0x3A)
      }
      if value.isEmpty { throw ProbeUsageError("Failed to parse option string '\(text)' provided to writer context") }
      pairs.append((key, value))
      place += 1
    }
    return pairs
  }

  /// Reads up to a byte as FFmpeg's `av_get_token` does: a backslash stands before a byte that is taken as it is, quotes around several,
  /// and white space around the token is left out.
  private static func token(_ bytes: [UInt8], _ place: inout Int, end: UInt8) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }
    var taken: [UInt8] = []
    // What is quoted is not left out.
    var kept = 0
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
    while place < bytes.count, bytes[place] != end {
      let byte = bytes[place]
      place += 1
      if byte == 0x5C, place < bytes.count {
        taken.append(bytes[place])
        place += 1
        kept = taken.count
      } else if byte == 0x27 {
        while place < bytes.count, bytes[place] != 0x27 {
          taken.append(bytes[place])
          place += 1
        }
        if place < bytes.count {
          place += 1
          kept = taken.count
        }
      } else {
        taken.append(byte)
      }
    }
    while taken.count > kept, let last = taken.last, isSpace(last) { taken.removeLast() }
    return String(decoding: taken, as: UTF8.self)
  }
}
