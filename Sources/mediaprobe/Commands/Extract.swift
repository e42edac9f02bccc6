import BitstreamKit
import FileIO
import RemuxKit

let extractCommand = CommandSpec(
  name: "extract", abstract: "Take one track out of a file.",
  discussion: """
    H.264 and H.265 become a byte stream (.h264, .hevc), AAC becomes ADTS (.aac), MP3, AC-3 and E-AC-3 bare frames (.mp3, .ac3, .eac3);
    what an MP4 or FLV can hold goes there alone. The track keeps its place on the timeline where the output has one.
    """,
  arguments: [ArgumentSpec(name: "input", help: "The file to read."), ArgumentSpec(name: "output", help: "The file to write, or '-'.")],
  options: [
    OptionSpec(name: "track", value: "index", help: "The track, counted from 0. (default: the only one that the output can hold)")
  ] + OptionSpec.carryOptions,
  run: runExtract)

private func runExtract(_ invocation: Invocation) -> ExitCode {
  runCarrying("extract", invocation.arguments[0]) {
    let settings = try CarrySettings(invocation, output: invocation.arguments[1])
    let file = try settings.open(invocation.arguments[0])
    let reader = try MediaReader(file, codec: settings.codec, frameRate: settings.rate)
    if let why = reader.whyNoTracks { throw MediaError.malformed(why) }
    if reader.isGuess { reportGuess(reader.container == .hevc ? .hevc : .h264, file.name) }
    var options = settings.options
    options.tracks = [try track(reader, settings.format, invocation)]
    let container = reader.container
    let (target, rate, carried) = (settings.target, settings.rate, options)
    let job = CarryJob(name: file.name, outputPath: settings.outputPath, verifies: settings.verifies, inputs: [file])
    return job.run { (output) throws(MediaError) in
      try Remuxer.carry(file, as: container, to: target, output, carried, frameRate: rate)
    } difference: { (written) throws(MediaError) in
      try CarryVerifier.difference(between: file, as: container, and: written, written: target, carried, frameRate: rate)
    }
  }
}

/// The track that was asked for, or the only one that fits.
private func track(_ reader: MediaReader, _ format: RemuxFormat, _ invocation: Invocation) throws -> Int {
  if let index = try invocation.trackIndex(among: reader.tracks.count) {
    if !format.holds(reader.tracks[index].codec) {
      throw MediaError.unsupported("track \(index) is \(reader.tracks[index].codec.name), which is not written as .\(format.rawValue)")
    }
    return index
  }
  let fitting = reader.tracks.filter { format.holds($0.codec) }
  if let only = fitting.first, fitting.count == 1 { return only.index }
  let words = fitting.isEmpty ? "There is no track for" : "There are \(fitting.count) tracks for"
  throw UsageError(message: "\(words) .\(format.rawValue): '--track' says which.", command: nil)
}

extension RemuxFormat {
  /// Whether the format has anything to do with a codec; containers say by themselves what they cannot hold.
  fileprivate func holds(_ codec: MediaCodec) -> Bool {
    switch self {
    case .mp4, .flv: true
    case .h264: codec == .h264
    case .hevc: codec == .hevc
    case .aac: codec == .aac
    case .mp3: codec == .mp3
    case .ac3: codec == .ac3
    case .eac3: codec == .eac3
    }
  }
}
