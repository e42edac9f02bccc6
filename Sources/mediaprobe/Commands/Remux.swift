import BitstreamKit
import FileIO
import RemuxKit

let remuxCommand = CommandSpec(
  name: "remux", abstract: "Carry media into another container without touching the coded pictures.",
  discussion: """
    Reads MP4, MOV, FLV, ADTS, H.264 and H.265 files and writes .mp4 .m4v .m4a .mov .flv .h264 .264 .hevc .265 .h265 .aac .mp3 .ac3; the
    name of the output says which, or --to. Tracks of several inputs go side by side. A bare stream whose rate nobody knows needs --fps.
    Parameter sets that change in a stream make further sample descriptions of an MP4; in fragments they stay in the samples. FLV has H.265,
    AV1, VP8, VP9, Opus, FLAC, AC-3 and E-AC-3 by the header of Enhanced RTMP.
    '-' is standard input or output; what comes from a pipe is kept in a file without a name beside the output until the end.
    """,
  arguments: [
    ArgumentSpec(name: "input", help: "The file to read, or several.", isRepeated: true),
    ArgumentSpec(name: "output", help: "The file to write, or '-'."),
  ],
  options: [
    OptionSpec(
      name: "track", value: "index",
      help: "Only this track, counted from 0 and on through all inputs; may be given more than once."),
    OptionSpec(name: "no-audio", help: "No track of sound."),
  ] + OptionSpec.carryOptions,
  run: runRemux)

private func runRemux(_ invocation: Invocation) -> ExitCode {
  runCarrying("remux", invocation.arguments.first ?? "") {
    let paths = invocation.arguments.dropLast()
    let settings = try CarrySettings(invocation, output: invocation.arguments[invocation.arguments.count - 1])
    let files = try paths.map { try settings.open($0) }
    return files.count == 1 ? try remux(files[0], settings, invocation) : try merge(files, settings, invocation)
  }
}

/// One file goes as it is, with all that its container says of it.
private func remux(_ input: InputFile, _ settings: CarrySettings, _ invocation: Invocation) throws -> ExitCode {
  var options = settings.options
  let opened = try settings.single(input)
  options.tracks = try opened.tracks(invocation)
  let container = opened.reader.container
  let (target, rate, carried) = (settings.target, settings.rate, options)
  let job = CarryJob(
    name: input.name, outputPath: settings.outputPath, verifies: settings.verifies, isRecording: settings.isRecording, inputs: [input])
  return job.run { (output) throws(MediaError) in
    try Remuxer.carry(input, as: container, to: target, output, carried, frameRate: rate)
  } difference: { (written) throws(MediaError) in
    try CarryVerifier.difference(between: input, as: container, and: written, written: target, carried, frameRate: rate)
  }
}

/// Tracks of several files side by side.
private func merge(_ files: [InputFile], _ settings: CarrySettings, _ invocation: Invocation) throws -> ExitCode {
  let inputs = try files.map { try settings.input($0) }
  let all = inputs.indices.flatMap { index in inputs[index].reader.tracks.indices.map { (index, $0) } }
  var wanted = all.indices.map { $0 }
  if let words = invocation.allValues["track"] {
    wanted = []
    for word in words {
      var one = Invocation()
      one.options["track"] = word
      if let index = try one.trackIndex(among: all.count), !wanted.contains(index) { wanted.append(index) }
    }
  }
  if invocation.has("no-audio") { wanted.removeAll { inputs[all[$0].0].reader.tracks[all[$0].1].kind == .audio } }
  let tracks = inputs.indices.map { input in wanted.filter { all[$0].0 == input }.map { all[$0].1 } }
  let composition = try MediaComposition.merging(inputs, tracks: tracks, for: settings.target)
  return settings.run(composition, files, name: files.map(\.name).joined(separator: ", "))
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
