import BitstreamKit
import FileIO
import NALKit
import RemuxKit

let extractCommand = CommandSpec(
  name: "extract", abstract: "Extract one track of a file.",
  discussion: """
    Writes H.264 and H.265 as a byte stream (.h264, .hevc), AAC as ADTS (.aac), and MP3, AC-3 and E-AC-3 as bare frames (.mp3, .ac3,
    .eac3). MP4 and FLV outputs get the track alone. The track keeps its times if the output has any.
    Of a HEIF file, writes an image as a byte stream (--item).
    """,
  arguments: [
    ArgumentSpec(name: "input", help: "The file to read; several are segments (--init).", isRepeated: true),
    ArgumentSpec(name: "output", help: "The file to write, or '-'.", isOutput: true),
  ],
  options: [
    OptionSpec(name: "track", value: "index", help: "The track, counted from 0. (default: the only one that fits the output)"),
    .item,
  ] + OptionSpec.carryOptions,
  examples: [
    "extract in.mp4 video.h264",
    "extract --track 1 in.mp4 sound.aac",
  ],
  run: runExtract)

private func runExtract(_ invocation: Invocation) -> ExitCode {
  let paths = Array(invocation.arguments.dropLast())
  return runCarrying(invocation, paths[0]) {
    let settings = try CarrySettings(invocation, output: invocation.arguments[paths.count])
    let file = try settings.openOne(paths)
    let input = try item(file, settings, invocation) ?? settings.input(file)
    var options = settings.options
    options.tracks = [try track(input.reader, settings.format, invocation)]
    let (target, carried) = (settings.target, options)
    let job = CarryJob(name: file.name, outputPath: settings.outputPath, verifies: settings.verifies, inputs: [file])
    return job.run { (output) throws(MediaError) in
      try Remuxer.carry(input, to: target, output, carried)
    } difference: { (written) throws(MediaError) in
      try CarryVerifier.difference(between: input, and: written, written: target, carried)
    }
  }
}

/// The requested image or, in a file without tracks, the primary one; nil if the file is to be read by its tracks.
private func item(_ file: InputFile, _ settings: CarrySettings, _ invocation: Invocation) throws -> MediaInput? {
  let id = try invocation.itemID()
  let codec: VideoCodec? = settings.format == .h264 ? .h264 : settings.format == .hevc ? .hevc : nil
  if id != nil, invocation.options["track"] != nil { throw UsageError("An item has no track: choose one of the two.") }
  guard id != nil || invocation.options["track"] == nil, let input = try MediaInput(item: id, of: file, name: file.name, codec: codec)
  else {
    if id != nil { throw MediaError.malformed("the file has no image items") }
    return nil
  }
  if settings.target != .byteStream { throw UsageError("An image has no time: write it as .h264 or .hevc.") }
  return input
}

/// The requested track, or the only one that fits the output.
private func track(_ reader: MediaReader, _ format: RemuxFormat, _ invocation: Invocation) throws -> Int {
  if let index = try invocation.trackIndices(among: reader.tracks.count).last {
    if !format.holds(reader.tracks[index].codec) {
      throw MediaError.unsupported("track \(index) is \(reader.tracks[index].codec.name), which cannot be written as .\(format.rawValue)")
    }
    return index
  }
  let fitting = reader.tracks.filter { format.holds($0.codec) }
  if let only = fitting.first, fitting.count == 1 { return only.index }
  let words = fitting.isEmpty ? "No track fits" : "\(fitting.count) tracks fit"
  throw UsageError("\(words) .\(format.rawValue): use '--track'.")
}

extension RemuxFormat {
  /// Whether the output can hold a codec. Containers report unsupported codecs themselves.
  fileprivate func holds(_ codec: MediaCodec) -> Bool { self.codec == nil || self.codec == codec }
}
