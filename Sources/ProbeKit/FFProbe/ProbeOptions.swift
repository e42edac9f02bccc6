import NALKit
import RemuxKit

/// A command line that ffprobe would reject, with its message.
public struct ProbeUsageError: Error {
  /// One line, or several if a list follows.
  public let message: String

  /// - Parameter list: lines to append.
  init(_ message: String, list: [String] = []) { self.message = ([terminalText(message)] + list).joined(separator: "\n") }
}

/// The options of an ffprobe command line.
struct ProbeOptions {
  /// Header lines of requests.
  var headers: [String] = []
  var file: String?
  var selection = ProbeSelection()
  var style = ProbeValueStyle()
  /// The value of `-of`: `json`, `csv=p=0` and so on.
  var format = "default"
  var streams: String?
  var countsPackets = false
  var ignoresEditLists = false
  /// The codec of a bare stream, by ffprobe's name of its format: h264 or hevc.
  var codec: VideoCodec?
  /// Messages of this level and below are printed: 16 for errors, 32 for information.
  var logLevel = 32
  /// Whether help was requested.
  var asksForHelp = false

  /// Options without a value.
  private static let flags: Set<String> = [
    "show_format", "show_streams", "show_packets", "show_frames", "show_chapters", "show_error", "show_program_version", "show_programs",
    "pretty", "unit", "prefix", "byte_binary_prefix", "sexagesimal", "hide_banner", "count_packets", "bitexact",
    "private", "noprivate", "find_stream_info", "nofind_stream_info",
  ]
  private static let values: Set<String> = [
    "show_entries", "select_streams", "of", "print_format", "output_format", "v", "loglevel", "i", "ignore_editlist", "read_intervals", "f",
    "probesize", "analyzeduration", "headers", "threads", "export_side_data",
  ]
  private static let refused: [String: String] = [
    "count_frames": "counting frames requires decoding; use -count_packets",
    "show_data": "packet data is not printed", "show_data_hash": "packets are not hashed",
    "show_library_versions": "mediaprobe does not use the FFmpeg libraries", "show_pixel_formats": "mediaprobe does not decode",
    "show_private_data": "mediaprobe does not decode", "show_versions": "mediaprobe does not use the FFmpeg libraries",
    "show_log": "mediaprobe does not decode",
  ]

  init(_ words: [String]) throws(ProbeUsageError) {
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      guard word.hasPrefix("-"), word != "-" else {
        try open(word)
        continue
      }
      let name = String(word.dropFirst(word.hasPrefix("--") ? 2 : 1))
      if name == "h" || name == "help" || name == "?" {
        asksForHelp = true
        return
      }
      if let why = Self.refused[name] { throw ProbeUsageError("Option '\(name)' is not supported: \(why).") }
      if Self.flags.contains(name) {
        flag(name)
        continue
      }
      // ffprobe checks for the value before the name of an option.
      guard index < words.count else { throw ProbeUsageError("Missing argument for option '\(name)'") }
      let value = words[index]
      index += 1
      guard Self.values.contains(name) else {
        throw ProbeUsageError("Failed to set value '\(value)' for option '\(name)': Option not found")
      }
      try set(name, value)
    }
  }

  private mutating func open(_ name: String) throws(ProbeUsageError) {
    if let file {
      throw ProbeUsageError("Argument '\(name)' provided as input filename, but '\(file)' was already specified.")
    }
    file = name
  }

  private mutating func flag(_ name: String) {
    switch name {
    case "show_format": selection.addAll(.format)
    case "show_streams": selection.addAll(.streams)
    case "show_packets": selection.addAll(.packets)
    case "show_frames": selection.addAll(.frames)
    case "show_chapters": selection.addAll(.chapters)
    case "show_error": selection.addAll(.error)
    case "show_program_version": selection.addAll(.programVersion)
    case "show_programs": selection.addAll(.programs)
    case "pretty": style = .pretty
    case "unit": style.showsUnit = true
    case "prefix": style.usesPrefix = true
    case "byte_binary_prefix": style.usesBinaryPrefix = true
    case "sexagesimal": style.isSexagesimal = true
    case "count_packets": countsPackets = true
    default: break
    }
  }

  private mutating func set(_ name: String, _ value: String) throws(ProbeUsageError) {
    switch name {
    case "show_entries":
      if let unknown = selection.add(entries: value) {
        throw ProbeUsageError(
          "No match for section '\(unknown)'",
          list: ["Failed to set value '\(terminalText(value))' for option 'show_entries': Invalid argument"])
      }
    case "select_streams": streams = value
    case "f": codec = VideoCodec(rawValue: value)
    case "of", "print_format", "output_format": format = value
    case "v", "loglevel": try setLevel(value)
    case "i": try open(value)
    case "headers": headers += value.utf8.split { $0 == 10 || $0 == 13 }.map { String(Substring($0)) }
    case "ignore_editlist":
      guard let known = ["0": false, "1": true, "true": true, "false": false][value] else {
        throw ProbeUsageError("Failed to set value '\(value)' for option 'ignore_editlist': Invalid argument")
      }
      ignoresEditLists = known
    case "read_intervals":
      // The whole file is the only interval that needs no seeking.
      if value != "%" { throw ProbeUsageError("Option 'read_intervals' is not supported: only the whole file can be read.") }
    default: break
    }
  }

  private mutating func setLevel(_ text: String) throws(ProbeUsageError) {
    let levels = [
      "quiet": -8, "panic": 0, "fatal": 8, "error": 16, "warning": 24, "info": 32, "verbose": 40, "debug": 48, "trace": 56,
    ]
    let name = text.split(separator: "+").last.map(String.init) ?? text
    if ["repeat", "level"].contains(name) { return }
    guard let level = levels[name] ?? Int(name) else {
      let names = ["quiet", "panic", "fatal", "error", "warning", "info", "verbose", "debug", "trace"].map { "\"\($0)\"" }
      throw ProbeUsageError("Invalid loglevel \"\(text)\". Possible levels are numbers or:", list: names)
    }
    logLevel = level
  }
}

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
    for part in halves[1].split(separator: ":") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let key = options[String(pair[0])] ?? Self.common[String(pair[0])] else {
        throw ProbeUsageError("Failed to set option '\(pair[0])' with value '\(pair.count == 2 ? pair[1] : "")' provided to writer context")
      }
      values[key] = String(pair[1])
    }
  }

  /// Options of all formats: what replaces invalid UTF-8, which is always U+FFFD.
  private static let common = [
    "string_validation": "sv", "sv": "sv", "string_validation_replacement": "svr", "svr": "svr",
  ]
  private static let compact = [
    "item_sep": "s", "s": "s", "nokey": "nk", "nk": "nk", "escape": "e", "e": "e", "print_section": "p", "p": "p",
  ]

  func flag(_ key: String, _ usual: Bool) -> Bool { values[key].map { ["1", "true", "yes", "on", "y"].contains($0) } ?? usual }
  func text(_ key: String) -> String? { values[key] }

  /// The writer for `compact` or `csv` with the requested options.
  var compactWriter: CompactProbeWriter {
    let isCSV = name == "csv"
    let escapes: [String: CompactProbeWriter.Escape] = ["c": .c, "csv": .csv, "none": CompactProbeWriter.Escape.none]
    return CompactProbeWriter(
      separator: text("s")?.utf8.first ?? (isCSV ? 0x2C : 0x7C), hasKeys: !flag("nk", isCSV), hasSections: flag("p", true),
      escape: text("e").flatMap { escapes[$0] } ?? (isCSV ? .csv : .c))
  }
}

/// Selects streams: `v`, `a:0`, `2`, `#2`.
struct ProbeStreamSpecifier {
  private var kind: ProbeStream.Kind?
  private var number: Int?
  private var id: UInt32?
  private var leavesPictures = false

  init?(_ text: String) {
    var parts = text.split(separator: ":").map(String.init)
    if let first = parts.first, let found = ["v": ProbeStream.Kind.video, "V": .video, "a": .audio, "s": .subtitle, "d": .data][first] {
      kind = found
      leavesPictures = first == "V"
      parts.removeFirst()
    } else if parts.count == 2, parts[0] == "i" {
      parts[0] = "#" + parts[1]
      parts.removeLast()
    }
    guard parts.count <= 1 else { return nil }
    guard let last = parts.first else { return }
    if last.hasPrefix("#") {
      let digits = last.dropFirst()
      guard let id = digits.hasPrefix("0x") ? UInt32(digits.dropFirst(2), radix: 16) : UInt32(digits) else { return nil }
      self.id = id
    } else if let number = Int(last), number >= 0 {
      self.number = number
    } else {
      return nil
    }
  }

  func selects(among streams: [ProbeStream]) -> [Bool] {
    var seen = 0
    return streams.map { stream in
      if let kind, stream.kind != kind { return false }
      if leavesPictures, stream.isAttachedPicture { return false }
      if let id { return stream.id == id }
      defer { seen += 1 }
      return number == nil || number == seen
    }
  }
}
