import BitstreamKit
import FileIO
import RemuxKit

let remuxCommand = CommandSpec(
  name: "remux", abstract: "Carry media into another container without touching the coded pictures.",
  discussion: """
    Reads MP4, MOV, FLV, ADTS, H.264 and H.265 files and writes .mp4 .m4v .m4a .mov .flv .h264 .264 .hevc .265 .h265 .aac; the name of
    the output says which, or --to. A bare stream whose rate nobody knows needs --fps. '-' as output is standard output.
    """,
  arguments: [ArgumentSpec(name: "input", help: "The file to read."), ArgumentSpec(name: "output", help: "The file to write, or '-'.")],
  options: [
    OptionSpec(name: "to", value: "format", values: RemuxFormat.allCases.map(\.rawValue), help: "What to write, whatever the name says."),
    OptionSpec(name: "fragment", value: "duration", help: "An MP4 in fragments of at least so long: 2s, 500ms."),
    OptionSpec(name: "faststart", help: "An MP4 whose moov comes first."),
    OptionSpec(name: "track", value: "index", help: "Only this track, counted from 0; may be given more than once."),
    OptionSpec(name: "no-audio", help: "No track of sound."),
    OptionSpec(name: "legacy-hevc", help: "H.265 in FLV by codec id 12, which older players know."),
    OptionSpec(name: "keyframe-index", help: "An index of key frames in the metadata of an FLV."),
    .frameRate,
  ],
  run: runRemux)

/// What can be written.
enum RemuxFormat: String, CaseIterable {
  case mp4, flv, h264, hevc, aac

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
    default: return nil
    }
  }

  var target: Remuxer.Target {
    switch self {
    case .mp4: .mp4
    case .flv: .flv
    case .h264, .hevc: .byteStream
    case .aac: .adts
    }
  }
}

private func runRemux(_ invocation: Invocation) -> ExitCode {
  do {
    let request = try RemuxRequest(invocation)
    return request.run()
  } catch let error as UsageError {
    report(String(usageText(UsageError(message: error.message, command: remuxCommand)).dropLast()))
    return .usage
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

private struct RemuxRequest {
  private let input: InputFile
  private let outputPath: String
  private let format: RemuxFormat
  private var options = CarryOptions()
  private let rate: ExactRatio?
  private let wantsSound: Bool
  private let trackWords: [String]

  init(_ invocation: Invocation) throws {
    outputPath = invocation.arguments[1]
    guard let format = invocation.options["to"].flatMap(RemuxFormat.init(rawValue:)) ?? RemuxFormat(path: outputPath) else {
      throw UsageError(message: "The name '\(outputPath)' does not say what to write; '--to' does.", command: nil)
    }
    self.format = format
    rate = try invocation.frameRate()
    wantsSound = !invocation.has("no-audio")
    trackWords = invocation.allValues["track"] ?? []
    options.legacyHEVC = invocation.has("legacy-hevc")
    options.keyframeIndex = invocation.has("keyframe-index")
    if let text = invocation.options["fragment"] {
      guard let length = duration(text) else {
        throw UsageError(message: "The value of '--fragment' is no duration such as 2s or 500ms: '\(text)'.", command: nil)
      }
      options.layout = .fragmented(length)
    } else if invocation.has("faststart") {
      options.layout = .faststart
    }
    input = try InputFile(invocation.arguments[0])
  }

  func run() -> ExitCode {
    guard input.isSeekable else {
      report("\(toolName): \(input.name): samples are looked up by their places, which a pipe does not allow")
      return .noInput
    }
    var options = options
    do {
      let reader = try MediaReader(input, frameRate: rate)
      if reader.isGuess { reportGuess(reader.container == .hevc ? .hevc : .h264, input.name) }
      options.tracks = try tracks(of: reader)
    } catch let error as MediaError {
      return reportUnreadable(error, input.name)
    } catch let error as UsageError {
      report(String(usageText(UsageError(message: error.message, command: remuxCommand)).dropLast()))
      return .usage
    } catch {
      return .malformed
    }
    return write(options)
  }

  private func tracks(of reader: MediaReader) throws(UsageError) -> [Int] {
    var wanted: [Int] = []
    for word in trackWords {
      var one = Invocation()
      one.options["track"] = word
      if let index = try one.trackIndex(among: reader.tracks.count), !wanted.contains(index) { wanted.append(index) }
    }
    if trackWords.isEmpty { wanted = Array(reader.tracks.indices) }
    return wantsSound ? wanted : wanted.filter { reader.tracks[$0].kind != .audio }
  }

  private func write(_ options: CarryOptions) -> ExitCode {
    do {
      let result: CarryReport
      if outputPath == "-" {
        result = try Remuxer.carry(input, to: format.target, MediaOutput(OutputDescriptor.standardOutput), options, frameRate: rate)
      } else {
        let file: OutputFile
        do { file = try OutputFile(outputPath) } catch {
          report("\(toolName): \(error)")
          return .cannotCreate
        }
        result = try Remuxer.carry(input, to: format.target, MediaOutput(file, copying: input), options, frameRate: rate)
        do { try file.commit() } catch { throw MediaError.bytes(error) }
      }
      var findings = Findings(input.name)
      var none = OutputBuffer()
      for finding in result.findings { findings.add(finding, &none) }
      return findings.finish()
    } catch let error as MediaError {
      if case .bytes(let failure) = error, outputPath == "-", failure.isBrokenPipe { return .success }
      return reportUnreadable(error, input.name)
    } catch {
      report("\(toolName): \(error)")
      return .ioError
    }
  }
}

/// A duration as people write it: `2s`, `1.5s`, `500ms`, `2`.
func duration(_ text: String) -> MediaTime? {
  let isMilliseconds = text.hasSuffix("ms")
  let digits = isMilliseconds ? text.dropLast(2) : text.hasSuffix("s") ? text.dropLast() : text[...]
  let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
  guard parts.count <= 2, let whole = UInt32(parts[0]), whole < 1 << 30 else { return nil }
  if isMilliseconds { return parts.count == 1 ? MediaTime(milliseconds: Int64(whole)) : nil }
  if parts.count == 1 { return MediaTime(value: Int64(whole), timescale: 1) }
  guard parts[1].utf8.count <= 3, let fraction = UInt32(parts[1]) else { return nil }
  var thousandths = Int64(fraction)
  for _ in parts[1].utf8.count..<3 { thousandths *= 10 }
  return MediaTime(milliseconds: Int64(whole) * 1000 + thousandths)
}
