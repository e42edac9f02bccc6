import NALKit
import RemuxKit

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
  var countsFrames = false
  /// Whether only key pictures are decoded.
  var decodesKeysOnly = false
  /// The parts of the file to read; the whole file if there are none.
  var intervals: [ProbeInterval] = []
  /// The name of the file to write; nil for standard output.
  var output: String?
  /// Whether keys with an unknown value are printed; nil if that depends on the form.
  var showsOptional: Bool?
  /// Whether names that differ between versions of FFmpeg are left out.
  var isBitexact = false
  /// Whether values that are private to a decoder are printed.
  var showsPrivate = true
  /// Names of input formats, of which the file has one.
  var inputFormats: [String] = []
  var isFLV: Bool { inputFormats == ["flv"] }
  var ignoresEditLists = false
  /// The codec of a bare stream, by ffprobe's name of its format: h264 or hevc.
  var codec: VideoCodec?
  /// Messages of this level and below are printed: 16 for errors, 32 for information.
  var logLevel = 32
  /// Whether help was requested.
  var asksForHelp = false
  /// Whether the version was requested.
  var asksForVersion = false
  /// The name that is printed instead of that of the file.
  var printedName: String?
  /// The names of the protocols that may be used; nil for all.
  var protocols: [String]?

  /// Options without a value.
  private static let flags: Set<String> = [
    "show_format", "show_streams", "show_packets", "show_frames", "show_chapters", "show_error", "show_program_version", "show_programs",
    "pretty", "unit", "prefix", "byte_binary_prefix", "sexagesimal", "hide_banner", "count_packets", "count_frames", "bitexact",
    "private", "noprivate", "show_private_data", "noshow_private_data", "find_stream_info", "nofind_stream_info",
  ]
  private static let values: Set<String> = [
    "show_entries", "select_streams", "of", "print_format", "output_format", "v", "loglevel", "i", "ignore_editlist", "read_intervals", "f",
    "probesize", "analyzeduration", "headers", "threads", "export_side_data", "o", "skip_frame", "show_optional_fields",
    "print_filename", "protocol_whitelist", "user_agent", "referer",
  ]
  /// Options of FFmpeg's readers, decoders and protocols that make no difference to what headers state.
  private static let ignored: Set<String> = [
    "fflags", "flags", "flags2", "err_detect", "strict", "fpsprobesize", "formatprobesize", "max_probe_packets", "max_analyze_duration",
    "scan_all_pmts", "apply_cropping", "max_alloc", "cpuflags", "rw_timeout", "timeout", "reconnect", "reconnect_streamed",
    "reconnect_at_eof", "reconnect_delay_max", "seekable", "multiple_requests", "tls_verify", "allowed_extensions", "safe",
    "codec_whitelist", "format_whitelist", "use_absolute_path",
  ]
  /// Options without a value that list what the FFmpeg libraries have.
  private static let lists: Set<String> = [
    "L", "license", "buildconf", "formats", "demuxers", "muxers", "devices", "codecs", "decoders", "encoders", "bsfs", "protocols",
    "filters", "pix_fmts", "layouts", "sample_fmts", "dispositions", "colors", "sections", "sources", "sinks", "report",
  ]
  private static let refused: [String: String] = [
    "show_data": "packet data is not printed", "show_data_hash": "packets are not hashed",
    "show_library_versions": "mediaprobe does not use the FFmpeg libraries", "show_pixel_formats": "mediaprobe does not decode",
    "show_versions": "mediaprobe does not use the FFmpeg libraries",
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
      if name == "version" {
        asksForVersion = true
        return
      }
      if Self.lists.contains(name) {
        throw ProbeUsageError("Option '\(name)' is not supported: mediaprobe does not use the FFmpeg libraries.")
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
      // Options of decoders may name a stream: skip_frame:v.
      let plain = String(name.prefix { $0 != ":" })
      if Self.ignored.contains(plain) { continue }
      if plain == "skip_frame" {
        try set(plain, value)
        continue
      }
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
    case "count_frames": countsFrames = true
    case "bitexact": isBitexact = true
    case "private", "show_private_data": showsPrivate = true
    case "noprivate", "noshow_private_data": showsPrivate = false
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
    case "f": try setFormat(value)
    case "o": output = value
    case "skip_frame": try setSkipped(value)
    case "show_optional_fields":
      switch value {
      case "always", "1": showsOptional = true
      case "never", "0": showsOptional = false
      case "auto", "-1": showsOptional = nil
      default: throw ProbeUsageError("Expected number for show_optional_fields but found: \(value)")
      }
    case "of", "print_format", "output_format": format = value
    case "v", "loglevel": try setLevel(value)
    case "i": try open(value)
    case "print_filename": printedName = value
    case "protocol_whitelist": protocols = value.split(separator: ",").map(String.init)
    case "user_agent": headers.append("User-Agent: " + value)
    case "referer": headers.append("Referer: " + value)
    case "headers": headers += value.utf8.split { $0 == 10 || $0 == 13 }.map { String(Substring($0)) }
    case "ignore_editlist":
      guard let known = ["0": false, "1": true, "true": true, "false": false][value] else {
        throw ProbeUsageError("Failed to set value '\(value)' for option 'ignore_editlist': Invalid argument")
      }
      ignoresEditLists = known
    case "read_intervals": intervals = try ProbeInterval.all(value)
    default: break
    }
  }

  /// Takes the names of input formats; those of bare streams force the codec.
  private mutating func setFormat(_ text: String) throws(ProbeUsageError) {
    inputFormats = text.split(separator: ",").map(String.init)
    codec = VideoCodec(rawValue: text)
    let known: Set<String> = ["mov", "mp4", "m4a", "3gp", "3g2", "mj2", "flv", "live_flv", "aac", "h264", "hevc"]
    if known.isDisjoint(with: inputFormats) {
      throw ProbeUsageError(
        "Unknown input format: \(text)", list: ["Failed to set value '\(terminalText(text))' for option 'f': Invalid argument"])
    }
  }

  /// Takes which frames the decoder skips.
  private mutating func setSkipped(_ text: String) throws(ProbeUsageError) {
    switch text {
    case "none", "default": decodesKeysOnly = false
    case "nokey": decodesKeysOnly = true
    case "noref", "bidir", "nointra", "all": throw ProbeUsageError("Option 'skip_frame' is not supported with '\(text)': use nokey.")
    default: throw ProbeUsageError("Failed to set value '\(text)' for option 'skip_frame': Invalid argument")
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
