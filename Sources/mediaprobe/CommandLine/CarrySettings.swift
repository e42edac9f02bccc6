import BitstreamKit
import FileIO
import MP4Kit
import RemuxKit

// What the commands that carry media have in common.

extension OptionSpec {
  /// What an output may be, for commands that write any kind.
  static let carryOptions = [to] + layoutOptions

  /// `--to <format>`.
  static let to = OptionSpec(
    name: "to", value: "format", values: RemuxFormat.allCases.map(\.rawValue), help: "What to write, whatever the name says.")

  /// How an output is laid out and checked.
  static let layoutOptions = [
    OptionSpec(name: "fragment", value: "duration", help: "An MP4 in fragments of at least so long: 2s, 500ms."),
    OptionSpec(name: "hybrid", help: "An MP4 in fragments that becomes a plain one in the end: it can be played at any moment."),
    OptionSpec(name: "cmaf", help: "The brands of CMAF for an MP4 in fragments."),
    OptionSpec(name: "faststart", help: "An MP4 whose moov comes first."),
    OptionSpec(
      name: "hev1",
      help: "Sample entries hev1 and avc3: parameter sets that change stay in the samples, and make no further entries."),
    OptionSpec(
      name: "metadata", value: "key=value", help: "A title, artist, comment, encoder or the like of an MP4; may be given more than once."),
    OptionSpec(name: "legacy-hevc", help: "H.265 in FLV by codec id 12, which older players know."),
    OptionSpec(name: "keyframe-index", help: "An index of key frames in the metadata of an FLV."),
    verify, frameRate, streamCodec,
  ]
  /// `--verify`.
  static let verify = OptionSpec(
    name: "verify", help: "Read the output again and compare every sample's bytes and times before it gets its name.")
}

/// What can be written.
enum RemuxFormat: String, CaseIterable {
  case mp4, flv, h264, hevc, aac, mp3, ac3, eac3

  /// By a file's name.
  init?(path: String) {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "mp4", "m4v", "m4a", "mov", "m4s", "3gp": self = .mp4
    case "flv": self = .flv
    case "h264", "264", "avc", "jsv": self = .h264
    case "hevc", "h265", "265", "bit": self = .hevc
    case "aac", "adts": self = .aac
    case "mp3": self = .mp3
    case "ac3": self = .ac3
    case "eac3", "ec3": self = .eac3
    default: return nil
    }
  }

  var target: Remuxer.Target {
    switch self {
    case .mp4: .mp4
    case .flv: .flv
    case .h264, .hevc: .byteStream
    case .aac: .adts
    case .mp3, .ac3, .eac3: .frames
    }
  }
}

/// The words of a command line that say what to write and how.
struct CarrySettings {
  let outputPath: String
  let format: RemuxFormat
  let rate: ExactRatio?
  /// The codec of bare streams; nil where content decides.
  let codec: VideoCodec?
  let verifies: Bool
  var options = CarryOptions()

  /// - Parameter formatOption: what says the format where the name does not.
  init(_ invocation: Invocation, output: String, formatOption: String = "to") throws(UsageError) {
    outputPath = output
    guard let format = invocation.options[formatOption].flatMap(RemuxFormat.init(rawValue:)) ?? RemuxFormat(path: output) else {
      throw UsageError(message: "The name '\(output)' does not say what to write; '--\(formatOption)' does.", command: nil)
    }
    self.format = format
    rate = try invocation.frameRate()
    codec = invocation.codec
    verifies = invocation.has("verify")
    if verifies, output == "-" {
      throw UsageError(message: "What went to standard output cannot be read again: '--verify' wants a file.", command: nil)
    }
    options.isCMAF = invocation.has("cmaf")
    options.setsInSamples = invocation.has("hev1")
    for text in invocation.allValues["metadata"] ?? [] {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw UsageError(message: "The value of '--metadata' is no key=value: '\(text)'.", command: nil)
      }
      options.metadata.append(MovieMetadataItem(String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
    options.legacyHEVC = invocation.has("legacy-hevc")
    options.keyframeIndex = invocation.has("keyframe-index")
    if let text = invocation.options["fragment"] {
      guard let length = duration(text) else {
        throw UsageError(message: "The value of '--fragment' is no duration such as 2s or 500ms: '\(text)'.", command: nil)
      }
      options.layout = invocation.has("hybrid") ? .hybrid(length) : .fragmented(length)
    } else if invocation.has("hybrid") {
      options.layout = .hybrid(MediaTime(milliseconds: 2000))
    } else if invocation.has("faststart") {
      options.layout = .faststart
    }
  }

  var target: Remuxer.Target { format.target }

  /// Whether the output stands under its name from the start: what can be played at any moment has to be there.
  var isRecording: Bool {
    if case .hybrid = options.layout { return format == .mp4 }
    return false
  }

  /// Opens an input. What cannot be read from any place goes through a file without a name beside the output.
  func open(_ path: String) throws(ByteError) -> InputFile { try openMedia(path, beside: outputPath) }

  /// The only input.
  func single(_ file: InputFile) throws(MediaError) -> MediaInput { try MediaInput(file, codec: codec, frameRate: rate) }

  /// One of several inputs: what is wrong with it names it.
  func input(_ file: InputFile) throws(MediaError) -> MediaInput {
    do throws(MediaError) { return try single(file) } catch {
      switch error {
      case .bytes: throw error
      case .malformed(let why): throw .malformed("\(file.name): \(why)")
      case .unsupported(let why): throw .unsupported("\(file.name): \(why)")
      }
    }
  }

  /// Writes a composition.
  func run(_ composition: MediaComposition, _ inputs: [InputFile], name: String) -> ExitCode {
    for note in composition.notes { report("\(toolName): \(note)") }
    let job = CarryJob(name: name, outputPath: outputPath, verifies: verifies, isRecording: isRecording, inputs: inputs)
    let (target, options) = (target, options)
    return job.run { (output) throws(MediaError) in
      try Remuxer.carry(composition, to: target, output, options)
    } difference: { (written) throws(MediaError) in
      try CarryVerifier.difference(between: composition, and: written, written: target, options)
    }
  }
}

/// Opens media that is looked into at any place. A pipe is read to its end first, into a file without a name beside `output`.
func openMedia(_ path: String, beside output: String) throws(ByteError) -> InputFile {
  let input = try InputFile(path)
  if input.isSeekable { return input }
  return try SpoolFile.read(input, beside: output == "-" ? nil : output)
}

/// Runs a command that opens media, and says what went wrong.
func runCarrying(_ command: String, _ name: String, _ body: () throws -> ExitCode) -> ExitCode {
  do { return try body() } catch let error as UsageError { return reportUsage(error, command) } catch let error as MediaError {
    return reportUnreadable(error, name)
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

extension MediaInput {
  /// Opens a file that was opened, and says so where its codec was guessed.
  init(_ file: InputFile, codec: VideoCodec? = nil, frameRate: ExactRatio?) throws(MediaError) {
    try self.init(file, name: file.name, codec: codec, frameRate: frameRate)
    if reader.isGuess { reportGuess(reader.container == .hevc ? .hevc : .h264, file.name) }
  }

  /// The tracks that `--track` and `--no-audio` leave; all of them without.
  func tracks(_ invocation: Invocation) throws(UsageError) -> [Int] {
    var wanted: [Int] = []
    for word in invocation.allValues["track"] ?? [] {
      var one = Invocation()
      one.options["track"] = word
      if let index = try one.trackIndex(among: reader.tracks.count), !wanted.contains(index) { wanted.append(index) }
    }
    if wanted.isEmpty { wanted = Array(reader.tracks.indices) }
    return invocation.has("no-audio") ? wanted.filter { reader.tracks[$0].kind != .audio } : wanted
  }
}

/// A place on a timeline as people write it: `90`, `1.5s`, `500ms`, `2:03`, `1:02:03.5`.
func timelinePlace(_ text: String) -> MediaTime? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  if parts.count == 1 { return duration(text) }
  guard parts.count <= 3, let last = parts.last, !last.hasSuffix("s"), let seconds = duration(String(last)) else { return nil }
  var whole: Int64 = 0
  for part in parts.dropLast() {
    guard let number = UInt32(part), number < 1 << 20 else { return nil }
    whole = whole * 60 + Int64(number)
  }
  if seconds.seconds >= 60 { return nil }
  return MediaTime(value: whole * 60, timescale: 1).flatMap { $0.adding(seconds) }
}
