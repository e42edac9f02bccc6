import BitstreamKit
import FileIO
import MP4Kit
import NALKit
import RemuxKit

// Options and helpers shared by the commands that copy media.

extension OptionSpec {
  /// Options of commands that write any format.
  static let carryOptions = [outputFormat, to] + layoutOptions

  /// `--as <format>`, in every command that writes media.
  static let outputFormat = OptionSpec(
    name: "as", value: "format", values: RemuxFormat.allCases.map(\.rawValue), help: "Output format, regardless of the file name.")
  /// `--to <format>`, in those where `--to` is not a time.
  static let to = OptionSpec(
    name: "to", value: "format", values: RemuxFormat.allCases.map(\.rawValue), help: "The same as --as.")

  /// Layout of the output.
  static let layoutOptions =
    [
      OptionSpec(name: "fragment", value: "duration", help: "Write a fragmented MP4 with fragments of at least this duration: 2s, 500ms."),
      OptionSpec(name: "hybrid", help: "Write a fragmented MP4, playable at any time, and convert it to a plain one at the end."),
      OptionSpec(name: "cmaf", help: "Use the CMAF brands in a fragmented MP4."),
      OptionSpec(name: "faststart", help: "Write the moov of an MP4 before the mdat."),
      OptionSpec(
        name: "hev1",
        help: "Use sample entries hev1 and avc3: changed parameter sets stay in the samples instead of adding sample entries."),
      OptionSpec(
        name: "metadata", value: "key=value", help: "Set MP4 metadata such as title, artist, comment or encoder; can be repeated."),
      OptionSpec(name: "legacy-hevc", help: "Write H.265 in FLV with codec id 12, for older players."),
      OptionSpec(name: "keyframe-index", help: "Add a keyframe index to the metadata of an FLV."),
      verify, frameRate, streamCodec,
    ] + inputOptions
  /// `--verify`.
  static let verify = OptionSpec(
    name: "verify", help: "Read the output back and compare the bytes and times of every sample before it gets its name.")
}

/// Refuses an output whose name is that of another format than its input's, which it keeps.
/// - Parameter what: the command or option that keeps it.
func refuseName(_ output: String, of container: MediaContainer, _ what: String) throws(UsageError) {
  guard let format = RemuxFormat(path: output) else { return }
  let isSame =
    switch container {
    case .mp4: format == .mp4
    case .flv: format == .flv
    case .adts: format == .aac
    case .h264: format == .h264
    case .hevc: format == .hevc
    }
  if isSame { return }
  throw UsageError(
    "\(what) keeps the format of its input, \(container.name): '\(output)' is the name of another; 'remux' converts.", command: nil)
}

/// The output settings of a command line.
struct CarrySettings {
  let outputPath: String
  let format: RemuxFormat
  let rate: ExactRatio?
  /// The codec of bare streams; nil where content decides.
  let codec: VideoCodec?
  let verifies: Bool
  var options = CarryOptions()
  /// Opens the inputs.
  let opener: InputOpener

  /// - Parameter hasTimes: whether `--to` is the end of a part and not a format.
  init(_ invocation: Invocation, output: String, hasTimes: Bool = false) throws(UsageError) {
    outputPath = output
    opener = InputOpener(invocation)
    let words = [invocation.options["as"], hasTimes ? nil : invocation.options["to"]].compactMap { $0 }
    if words.count == 2, words[0] != words[1] { throw UsageError("'--as' and '--to' are different formats.") }
    guard let format = words.first.flatMap(RemuxFormat.init(rawValue:)) ?? RemuxFormat(path: output) else {
      throw UsageError("Unknown format of '\(output)': use '--as'.")
    }
    self.format = format
    try Self.check(invocation, format)
    rate = try invocation.frameRate()
    codec = invocation.codec
    verifies = invocation.has("verify")
    if verifies, output == "-" {
      throw UsageError("'--verify' requires a file: standard output cannot be read back.")
    }
    if invocation.has("hybrid"), output == "-" {
      throw UsageError("'--hybrid' requires a file: standard output cannot be changed afterwards.")
    }
    options.codec = format.codec
    options.convertsQuickTime = !output.lowercased().hasSuffix(".mov")
    // The names of Apple's files for sound and for video have brands of their own, which music players ask for.
    let name = output.lowercased()
    options.majorBrand = name.hasSuffix(".m4a") ? "M4A " : name.hasSuffix(".m4v") ? "M4V " : nil
    options.isCMAF = invocation.has("cmaf")
    options.setsInSamples = invocation.has("hev1")
    for text in invocation.allValues["metadata"] ?? [] {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw UsageError("The value of '--metadata' is not of the form key=value: '\(text)'.")
      }
      options.metadata.append(MovieMetadataItem(String(text[..<equals]), String(text[text.index(after: equals)...])))
    }
    options.legacyHEVC = invocation.has("legacy-hevc")
    options.keyframeIndex = invocation.has("keyframe-index")
    if let text = invocation.options["fragment"] {
      guard let length = duration(text) else {
        throw UsageError("The value of '--fragment' is not a duration such as 2s or 500ms: '\(text)'.")
      }
      options.layout = invocation.has("hybrid") ? .hybrid(length) : .fragmented(length)
    } else if invocation.has("hybrid") {
      options.layout = .hybrid(MediaTime(milliseconds: 2000))
    } else if invocation.has("faststart") {
      options.layout = .faststart
    }
  }

  /// Refuses options that the format has no place for.
  private static func check(_ invocation: Invocation, _ format: RemuxFormat) throws(UsageError) {
    let options: [(RemuxFormat, [String])] = [
      (.mp4, ["fragment", "hybrid", "cmaf", "faststart", "hev1", "metadata"]), (.flv, ["legacy-hevc", "keyframe-index"]),
    ]
    for (owner, names) in options where owner != format {
      for name in names where invocation.has(name) {
        throw UsageError("'--\(name)' is an option of \(owner.rawValue) files, and the output is \(format.rawValue).")
      }
    }
    if invocation.has("cmaf"), !invocation.has("fragment") { throw UsageError("'--cmaf' needs '--fragment': CMAF has fragments.") }
    for name in ["fragment", "hybrid"] where invocation.has(name) && invocation.has("faststart") {
      throw UsageError("'--faststart' and '--\(name)' exclude each other: fragments follow the moov.")
    }
  }

  var target: Remuxer.Target { format.target }

  /// Whether the output has its final name from the start, because it is playable at any time.
  var isRecording: Bool {
    if case .hybrid = options.layout { return format == .mp4 }
    return false
  }

  /// Opens an input. An input that is not seekable is copied to an unnamed file beside the output.
  func open(_ path: String) throws(OpenError) -> InputFile { try opener.media([path], beside: outputPath) }

  /// Opens an input.
  func input(_ file: InputFile) throws(MediaError) -> MediaInput {
    let input = try MediaInput(file, codec: codec, frameRate: rate)
    let container = input.reader.container
    if rate != nil, container != .h264, container != .hevc { note("\(file.name): '--fps' has no effect: the file has times") }
    return input
  }

  /// Opens the input of a command that reads one file, which may have several segments (`--init`).
  /// - Parameter isWhole: whether segments that are cut off are read to their end.
  func openOne(_ paths: [String], isWhole: Bool = false) throws -> InputFile {
    if paths.count > 1, opener.initialization == nil {
      throw UsageError("Several inputs are the segments of one file: they need '--init'.")
    }
    return try opener.media(paths, beside: outputPath, isWhole: isWhole)
  }

  /// Writes a composition.
  /// - Parameter isRecovered: whether the composition has its own view of the file, with bytes in other places.
  func run(_ composition: MediaComposition, _ inputs: [InputFile], name: String, isRecovered: Bool = false) -> ExitCode {
    for text in composition.notes { note(text) }
    var job = CarryJob(name: name, outputPath: outputPath, verifies: verifies, isRecording: isRecording, inputs: inputs)
    job.copiesInputs = !isRecovered && !composition.isPatched
    let (target, options) = (target, options)
    return job.run { (output) throws(MediaError) in
      try Remuxer.carry(composition, to: target, output, options)
    } difference: { (written) throws(MediaError) in
      try CarryVerifier.difference(between: composition, and: written, written: target, options)
    }
  }
}

/// Runs a command that opens media and reports errors.
func runCarrying(_ invocation: Invocation, _ name: String, _ body: () throws -> ExitCode) -> ExitCode {
  do { return try body() } catch let error as UsageError { return reportUsage(error, invocation) } catch let error as MediaError {
    return reportUnreadable(error, name)
  } catch let error as OpenError {
    report("\(toolName): \(error.message)")
    return error.exitCode
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

extension MediaInput {
  /// Opens media and reports if its codec was guessed.
  init(_ file: InputFile, codec: VideoCodec? = nil, frameRate: ExactRatio?) throws(MediaError) {
    try self.init(file, name: file.name, codec: codec, frameRate: frameRate)
    if reader.isGuess { noteGuess(reader.container == .hevc ? .hevc : .h264, file.name) }
  }

  /// The tracks selected by `--track` and `--no-audio`; by default all.
  func tracks(_ invocation: Invocation) throws(UsageError) -> [Int] {
    var wanted = try invocation.trackIndices(among: reader.tracks.count)
    if wanted.isEmpty { wanted = Array(reader.tracks.indices) }
    if !invocation.has("no-audio") { return wanted }
    let rest = wanted.filter { reader.tracks[$0].kind != .audio }
    if rest.isEmpty, invocation.has("track") { throw UsageError("'--no-audio' leaves out all the tracks of '--track'.") }
    return rest
  }
}
