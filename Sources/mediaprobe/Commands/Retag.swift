import BitstreamKit
import FileIO
import RemuxKit

let retagCommand = CommandSpec(
  name: "retag", abstract: "Change the sample entry type of an MP4 between hvc1 and hev1 or avc1 and avc3.",
  discussion: """
    hvc1 and avc1 require all parameter sets in the configuration record: rejected if the record lacks them or if samples contain
    others. hev1 and avc3 allow them in samples too. Only the four-character code changes, and array_completeness as required by hvc1.
    With --in-place those bytes are changed in the file itself and nothing is copied.
    """,
  arguments: [
    ArgumentSpec(name: "input", help: "The file to read."),
    ArgumentSpec(name: "output", help: "The file to write; not used with --in-place.", isOptional: true, isOutput: true),
  ],
  options: [
    OptionSpec(name: "hvc1", help: "H.265 with parameter sets in the record only, as required by Apple players."),
    OptionSpec(name: "hev1", help: "H.265 with parameter sets in samples allowed."),
    OptionSpec(name: "avc1", help: "H.264 with parameter sets in the record only."),
    OptionSpec(name: "avc3", help: "H.264 with parameter sets in samples allowed."),
    OptionSpec(name: "in-place", help: "Change the input file itself."),
    .header,
  ],
  examples: [
    "retag --hev1 in.hevc.mp4 out.mp4",
    "retag --hev1 --in-place copy.mp4",
  ],
  run: runRetag)

private func runRetag(_ invocation: Invocation) -> ExitCode {
  runCarrying(invocation, invocation.arguments[0]) {
    let types: [FourCC] = ["hvc1", "hev1", "avc1", "avc3"]
    let asked = types.filter { invocation.has($0.description) }
    guard let type = asked.first, asked.count == 1 else {
      throw UsageError("Exactly one of '--hvc1', '--hev1', '--avc1' and '--avc3' is required.")
    }
    let isInPlace = invocation.has("in-place")
    if isInPlace != (invocation.arguments.count == 1) {
      throw UsageError(isInPlace ? "'--in-place' takes no output." : "Missing expected argument '<output>'.")
    }
    let path = invocation.arguments[0]
    let input = isInPlace ? try InputFile(path) : try InputOpener(invocation).media([path], beside: invocation.arguments[1])
    if !input.isSeekable { throw UsageError("A pipe cannot be changed in place.") }
    let retag = try Retag(try MediaInput(input, frameRate: nil), to: type)
    for note in retag.notes { report("\(toolName): \(input.name): \(note)") }
    return isInPlace ? patch(path, retag) : copy(input, invocation.arguments[1], retag)
  }
}

private func patch(_ path: String, _ retag: Retag) -> ExitCode {
  do {
    try BytePatch.apply(retag.patches, to: path)
    return .success
  } catch {
    report("\(toolName): \(error)")
    return .ioError
  }
}

private func copy(_ input: InputFile, _ path: String, _ retag: Retag) -> ExitCode {
  let job = CarryJob(name: input.name, outputPath: path, verifies: false, inputs: [input])
  return job.run { (output) throws(MediaError) in
    do throws(ByteError) { return try Retag.copy(input, retag.patches, output) } catch { throw .bytes(error) }
  } difference: { (_) throws(MediaError) in
    nil
  }
}
