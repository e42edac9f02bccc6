import BitstreamKit
import EncoderKit
import FileIO
import HTTPTransport
import NALKit
import RemuxKit

/// The parsed command line of `encode`.
struct EncodeRequest {
  /// An output.
  struct Output {
    enum Container: String { case stream, flv, mp4, rtmp }

    var path: String
    var container: Container
    /// Index in `encoders`.
    var encoder: Int
  }

  /// An encoder program with its settings.
  struct Encoder: Equatable {
    var program: EncoderProgram
    var settings: VideoEncoderSettings
  }

  var input: String
  var isCapture: Bool
  /// Format of raw input; nil for Y4M.
  var rawFormat: PictureFormat?
  var outputs: [Output] = []
  var encoders: [Encoder] = []
  var audio: String?
  var audioEncoder = AudioEncoderProgram.ffmpeg
  var audioSettings = AudioEncoderSettings()
  var crop: ExactRatio?
  var colours: [ColourFilter] = []
  var drops: Bool
  /// Speed at which a file is sent to a server, relative to real time; nil for as fast as possible.
  var rate: ExactRatio?
  /// Whether `--rate` was given, in which case it also applies to live input.
  var isPaceSaid: Bool
  var fragment: MediaTime?
  var isFaststart: Bool
  var isLegacyHEVC: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    guard let first = invocation.arguments.first else { throw Self.error("Missing expected argument '<input>'.") }
    if invocation.arguments.count < 2 { throw Self.error("Missing expected argument '<output>'.") }
    input = first
    isCapture = invocation.has("capture")
    if !isCapture, HTTPRequest.isAddress(first) {
      throw Self.error("Pictures are not read from addresses: use --capture 'curl -s \(first)'.")
    }
    drops = invocation.has("drop")
    isFaststart = invocation.has("faststart")
    isLegacyHEVC = invocation.has("legacy-hevc")
    rate = try invocation.rate()
    isPaceSaid = invocation.has("rate")
    if let text = invocation.options["fragment"] { fragment = try Self.duration(text, "fragment") }
    if fragment != nil, isFaststart { throw Self.error("'--fragment' and '--faststart' cannot be combined.") }
    rawFormat = try Self.rawFormat(invocation)
    try readFilters(invocation)
    try readSound(invocation)
    for word in invocation.arguments.dropFirst() { try addOutput(word, invocation) }
    if let text = invocation.options["encoder"], let codec = Self.codec(ofPreset: text),
      !encoders.contains(where: { $0.settings.codec == codec })
    {
      throw Self.error("No output is \(codec.title), which is what \(text) encodes: add ':\(codec.rawValue)' to the name of one.")
    }
    if audio != nil, outputs.allSatisfy({ $0.container == .stream }) {
      throw Self.error("No output can hold audio: use MP4 or FLV.")
    }
    if isPaceSaid, !hasServer { throw Self.error("'--rate' requires a server as output.") }
    for path in [input, audio].compactMap({ $0 }) {
      if let output = outputs.first(where: { $0.container != .rtmp && isSameFile(input: path, output: $0.path) }) {
        throw Self.error("'\(output.path)' is an input and cannot be an output.")
      }
    }
    if outputs.filter({ $0.path == "-" }).count > 1 { throw Self.error("Only one output can be standard output.") }
    for (index, output) in outputs.enumerated()
    where outputs[..<index].contains(where: { $0.path == output.path || isSameFile($0.path, output.path) }) {
      throw Self.error("Two outputs are the same file: '\(output.path)'.")
    }
  }

  /// Whether any output is a stream to a server.
  var hasServer: Bool { outputs.contains { $0.container == .rtmp } }

  static func error(_ message: String) -> UsageError { UsageError(message) }

  // MARK: - Outputs

  private mutating func addOutput(_ word: String, _ invocation: Invocation) throws(UsageError) {
    let (path, words) = Self.split(word)
    var (codec, container): (VideoEncoderSettings.Codec?, Output.Container?)
    // The name of a stream may end like that of a file.
    switch isStream(path) ? nil : RemuxFormat(path: path) {
    case .h264: (codec, container) = (.h264, .stream)
    case .hevc: (codec, container) = (.hevc, .stream)
    case .mp4: container = .mp4
    case .flv: container = .flv
    case .aac, .mp3, .ac3, .eac3: throw Self.error("The output '\(path)' has an audio format.")
    case nil: if isStream(path) { container = .rtmp }
    }
    let nameSays = codec
    var own = invocation
    for option in words {
      if let found = VideoEncoderSettings.Codec(rawValue: option) {
        codec = found
      } else if let found = Output.Container(rawValue: option) {
        container = found
      } else {
        try Self.set(option, in: &own, word)
      }
    }
    if container == nil, codec != nil { container = .stream }
    guard let container else {
      throw Self.error("Unknown format of '\(path)': add it after a colon, as in '\(path):mp4,hevc'.")
    }
    if container == .rtmp { _ = try own.address(path) }
    if let nameSays, container == .stream, codec != nameSays {
      throw Self.error("The name '\(path)' means \(nameSays.title), but its settings request \(codec?.title ?? "").")
    }
    let preset = own.options["encoder"].flatMap { Self.codec(ofPreset: $0) }
    if let codec, let preset, codec != preset, words.contains(where: { $0.hasPrefix("encoder=") }) {
      throw Self.error("The output '\(path)' is \(codec.title), and \(own.options["encoder"] ?? "") encodes \(preset.title).")
    }
    let encoder = try Self.encoder(own, codec ?? preset ?? .h264)
    let place = encoders.firstIndex(of: encoder) ?? encoders.count
    if place == encoders.count { encoders.append(encoder) }
    outputs.append(Output(path: path, container: container, encoder: place))
  }

  /// Whether an output is the address of a stream: of RTMP, or of a variant of it, which is refused by name.
  private func isStream(_ path: String) -> Bool {
    let scheme = path.prefix { $0 != ":" }
    return scheme.lowercased().hasPrefix("rtmp") && path.dropFirst(scheme.count).hasPrefix("://")
  }

  /// Splits an output into name and settings: at the first colon followed by a known setting, otherwise at the last colon unless a slash
  /// follows it.
  static func split(_ word: String) -> (path: String, words: [String]) {
    func words(after colon: String.Index) -> [String] {
      word[word.index(after: colon)...].split(separator: ",").map { String($0) }
    }
    for colon in word.indices where word[colon] == ":" {
      guard let first = words(after: colon).first else { continue }
      let isOption = first.utf8.contains(0x3D) && ownOptions.contains(String(first.prefix { $0 != "=" }))
      if isOption || VideoEncoderSettings.Codec(rawValue: first) != nil || Output.Container(rawValue: first) != nil {
        return (String(word[..<colon]), words(after: colon))
      }
    }
    guard let colon = word.lastIndex(of: ":"), !word[colon...].utf8.contains(0x2F) else { return (word, []) }
    return (String(word[..<colon]), words(after: colon))
  }

  /// Options that may be set for a single output.
  private static let ownOptions = [
    "encoder", "bitrate", "peak", "peak-window", "quality", "keyframe-interval", "bframes", "profile", "effort", "preset", "entropy",
    "encoder-option", "timeout",
  ]

  private static func set(_ option: String, in invocation: inout Invocation, _ output: String) throws(UsageError) {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 2, ownOptions.contains(parts[0]) else {
      let known = ["h264", "hevc", "mp4", "flv", "stream"] + ownOptions.map { $0 + "=" }
      let hint = suggestion(for: parts[0], among: known) { $0 }
      throw error("Unknown setting '\(option)' of output '\(output)'.\(hint)")
    }
    if let spec = invocation.command.options.first(where: { $0.name == parts[0] }), !spec.values.isEmpty, !spec.values.contains(parts[1]) {
      throw error("'\(option)' of the output '\(output)': please provide one of: \(spec.values.joined(separator: ", ")).")
    }
    let isFirst = invocation.options[parts[0]] != nil && parts[0] != "encoder-option"
    invocation.options[parts[0]] = parts[1]
    invocation.allValues[parts[0]] = isFirst ? [parts[1]] : (invocation.allValues[parts[0]] ?? []) + [parts[1]]
  }

  // MARK: - Encoders

  private static func encoder(_ invocation: Invocation, _ codec: VideoEncoderSettings.Codec) throws(UsageError) -> Encoder {
    var settings = VideoEncoderSettings(codec)
    let options = invocation.options
    if let text = options["bitrate"] { settings.averageBitRate = try bitRate(text, "bitrate") }
    if let text = options["peak"] { settings.peakBitRate = try bitRate(text, "peak") }
    if let text = options["peak-window"] { settings.peakWindow = try duration(text, "peak-window").seconds }
    if let text = options["quality"] {
      guard let factor = Double(text), factor >= 0, factor <= 51 else {
        throw error("The value of '--quality' is not in 0...51: '\(text)'.")
      }
      settings.quality = factor
    }
    for text in invocation.allValues["keyframe-interval"] ?? [] {
      if let count = Int(text), count > 0 {
        settings.maxKeyFrameInterval = count
      } else {
        settings.maxKeyFrameIntervalDuration = try duration(text, "keyframe-interval").seconds
      }
    }
    settings.allowFrameReordering = options["bframes"].map { $0 == "yes" }
    settings.profile = options["profile"]
    settings.effort = options["effort"].flatMap { VideoEncoderSettings.Effort(rawValue: $0) } ?? .balanced
    settings.preset = options["preset"]
    settings.entropyMode = options["entropy"].flatMap { VideoEncoderSettings.EntropyMode(rawValue: $0) }
    settings.additionalArguments = invocation.allValues["encoder-option"] ?? []
    if let text = options["timeout"] { settings.timeout = max(0.001, try duration(text, "timeout").seconds) }
    let program = try program(options["encoder"], isRaw: invocation.has("raw"), codec)
    // Reports invalid settings before any file is created.
    do throws(EncoderError) { _ = try program.arguments(settings, PictureFormat(width: 16, height: 16)) } catch {
      throw Self.error("\(error).")
    }
    return Encoder(program: program, settings: settings)
  }

  /// The only codec that a preset program encodes; nil for other programs.
  private static func codec(ofPreset program: String) -> VideoEncoderSettings.Codec? {
    switch program {
    case "x264": .h264
    case "x265": .hevc
    default: nil
    }
  }

  private static func program(
    _ text: String?, isRaw: Bool, _ codec: VideoEncoderSettings.Codec
  ) throws(UsageError) -> EncoderProgram {
    switch text {
    case nil: return .standard(for: codec)
    // A preset program applies to the outputs whose codec it supports.
    case "x264": return codec == .h264 ? .x264 : .x265
    case "x265": return codec == .hevc ? .x265 : .x264
    case "ffmpeg": return .ffmpeg
    case .some(let command):
      do throws(EncoderError) { return .command(try CommandTemplate(command), feed: isRaw ? .raw : .y4m) } catch {
        throw Self.error("\(error).")
      }
    }
  }

  // MARK: - Input, filters, audio

  private static func rawFormat(_ invocation: Invocation) throws(UsageError) -> PictureFormat? {
    let rate = try invocation.frameRate()
    guard let text = invocation.options["size"] else {
      if rate != nil || invocation.has("pixel-format") {
        throw error("'--fps' and '--pixel-format' require '--size': Y4M input has its own.")
      }
      return nil
    }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0, width <= PictureFormat.maxSamples,
      height <= PictureFormat.maxSamples
    else { throw error("The value of '--size' is not a size such as 1280x720: '\(text)'.") }
    let layout = RawFormats.known.first { $0.name == invocation.options["pixel-format"] } ?? .i420
    return PictureFormat(width: width, height: height, pixelFormat: layout, frameRate: rate)
  }

  private mutating func readFilters(_ invocation: Invocation) throws(UsageError) {
    if let text = invocation.options["crop"] {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) }
      guard parts.count == 2, let across = parts[0], let down = parts[1], across > 0, down > 0, across < 10000, down < 10000 else {
        throw Self.error("The value of '--crop' is not an aspect ratio such as 9:16: '\(text)'.")
      }
      crop = ExactRatio(across, down)
    }
    for word in invocation.allValues["colour"] ?? [] {
      switch word {
      case "grey": colours.append(.grey)
      case "warm": colours.append(.warm)
      case "cool": colours.append(.cool)
      case "pale": colours.append(ColourFilter(saturation: 0.6))
      default: colours.append(ColourFilter(saturation: 1.4))
      }
    }
  }

  private mutating func readSound(_ invocation: Invocation) throws(UsageError) {
    audio = invocation.options["audio"]
    if audio == nil, invocation.has("audio-bitrate") || invocation.has("audio-encoder") {
      throw Self.error("'--audio-bitrate' and '--audio-encoder' require '--audio'.")
    }
    if let text = invocation.options["audio-bitrate"] { audioSettings.bitRate = try Self.bitRate(text, "audio-bitrate") }
    if let text = invocation.options["timeout"] { audioSettings.timeout = max(0.001, try Self.duration(text, "timeout").seconds) }
    if audio == "-", input == "-" { throw Self.error("Standard input cannot be both pictures and audio.") }
    if let text = invocation.options["audio-encoder"], text != "ffmpeg" {
      do throws(EncoderError) { audioEncoder = .command(try CommandTemplate(text)) } catch { throw Self.error("\(error).") }
    }
  }

  // MARK: - Values

  private static func duration(_ text: String, _ option: String) throws(UsageError) -> MediaTime {
    guard let time = mediaprobe.duration(text), time > .zero else {
      throw error("The value of '--\(option)' is not a duration such as 2s or 500ms: '\(text)'.")
    }
    return time
  }

  /// Parses `800000`, `800k` or `2.5M`.
  static func bitRate(_ text: String, _ option: String) throws(UsageError) -> Int {
    let factor: Double = text.hasSuffix("k") ? 1e3 : text.hasSuffix("M") ? 1e6 : 1
    guard let number = Double(factor == 1 ? text : String(text.dropLast())), number * factor >= 1000, number * factor <= 1e12 else {
      throw error("The value of '--\(option)' is not a bit rate of 1000 or more, such as 800k or 2.5M: '\(text)'.")
    }
    return Int(saturating: (number * factor).rounded())
  }
}

/// Pixel formats by their FFmpeg names.
enum RawFormats {
  static let known: [PixelFormat] = [
    .i420, .nv12, .i420TenBit, PixelFormat(.yuv422), PixelFormat(.yuv422, bitDepth: 10), PixelFormat(.yuv444),
    PixelFormat(.yuv444, bitDepth: 10), PixelFormat(.monochrome),
  ]
  static var names: [String] { known.map(\.name) }
}
