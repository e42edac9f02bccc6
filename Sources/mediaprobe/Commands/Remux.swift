import BitstreamKit
import FileIO
import RemuxKit

let remuxCommand = CommandSpec(
  name: "remux", abstract: "Copy media to another container without reencoding.",
  discussion: """
    Reads MP4, MOV, FLV, ADTS, H.264 and H.265 files and writes .mp4 .m4v .m4a .mov .flv .h264 .264 .hevc .265 .h265 .aac .mp3 .ac3, as
    set by the name of the output or by --as. Tracks of several inputs are combined. A bare stream of unknown frame rate requires --fps.
    Parameter set changes within a stream become further sample descriptions in MP4; in fragments the sets stay in the samples. FLV
    output of H.265, AV1, VP8, VP9, Opus, FLAC, AC-3 and E-AC-3 uses the header of Enhanced RTMP.
    '-' is standard input or output; input from a pipe or an address is kept in an unnamed file beside the output, and so are segments
    (--init).
    """,
  arguments: [
    ArgumentSpec(name: "input", help: "The files to read.", isRepeated: true),
    ArgumentSpec(name: "output", help: "The file to write, or '-'.", isOutput: true),
  ],
  options: [
    .tracks(", counted from 0 across all inputs"),
    OptionSpec(name: "no-audio", help: "Drop audio tracks."),
  ] + OptionSpec.carryOptions,
  examples: [
    "remux in.flv out.mp4",
    "remux --fps 25 in.h264 -o out.mp4",
    "remux --fragment 2s in.mp4 fragmented.mp4",
  ],
  run: runRemux)

private func runRemux(_ invocation: Invocation) -> ExitCode {
  runCarrying(invocation, invocation.arguments.first ?? "") {
    let paths = invocation.arguments.dropLast()
    let settings = try CarrySettings(invocation, output: invocation.arguments[invocation.arguments.count - 1])
    // Segments are one file.
    let isOne = settings.opener.initialization != nil
    let files = isOne ? [try settings.opener.media(Array(paths), beside: settings.outputPath)] : try paths.map { try settings.open($0) }
    return files.count == 1 ? try remux(files[0], settings, invocation) : try merge(files, settings, invocation)
  }
}

/// Copies a single file with the metadata of its container.
private func remux(_ input: InputFile, _ settings: CarrySettings, _ invocation: Invocation) throws -> ExitCode {
  var options = settings.options
  let opened = try settings.input(input)
  options.tracks = try opened.tracks(invocation)
  let (target, carried) = (settings.target, options)
  if let flat = try MediaComposition.flattening(opened, tracks: options.tracks ?? [], for: target) {
    return settings.run(flat, [input], name: input.name)
  }
  let job = CarryJob(
    name: input.name, outputPath: settings.outputPath, verifies: settings.verifies, isRecording: settings.isRecording, inputs: [input])
  return job.run { (output) throws(MediaError) in
    try Remuxer.carry(opened, to: target, output, carried)
  } difference: { (written) throws(MediaError) in
    try CarryVerifier.difference(between: opened, and: written, written: target, carried)
  }
}

/// Combines the tracks of several files.
private func merge(_ files: [InputFile], _ settings: CarrySettings, _ invocation: Invocation) throws -> ExitCode {
  let inputs = try files.map { try settings.input($0) }
  let all = inputs.indices.flatMap { index in inputs[index].reader.tracks.indices.map { (index, $0) } }
  var wanted = try invocation.trackIndices(among: all.count)
  if wanted.isEmpty { wanted = Array(all.indices) }
  if invocation.has("no-audio") { wanted.removeAll { inputs[all[$0].0].reader.tracks[all[$0].1].kind == .audio } }
  let tracks = inputs.indices.map { input in wanted.filter { all[$0].0 == input }.map { all[$0].1 } }
  let composition = try MediaComposition.merging(inputs, tracks: tracks, for: settings.target)
  return settings.run(composition, files, name: files.map(\.name).joined(separator: ", "))
}
