import BitstreamKit
import FileIO
import RemuxKit

let retagCommand = CommandSpec(
  name: "retag", abstract: "Call the video of an MP4 hvc1 or hev1, avc1 or avc3.",
  discussion: """
    hvc1 and avc1 say that parameter sets stand in the configuration record alone: refused where it lacks them, or where a sample has
    others. hev1 and avc3 allow them in samples too. Only the four characters change, and array_completeness where hvc1 asks for it; with
    --in-place those bytes are written into the file itself and nothing is copied.
    """,
  arguments: [
    ArgumentSpec(name: "input", help: "The file to read."),
    ArgumentSpec(name: "output", help: "The file to write; none with --in-place.", isOptional: true),
  ],
  options: [
    OptionSpec(name: "hvc1", help: "H.265 with parameter sets in the record alone, as Apple's players want it."),
    OptionSpec(name: "hev1", help: "H.265 with parameter sets in samples too."),
    OptionSpec(name: "avc1", help: "H.264 with parameter sets in the record alone."),
    OptionSpec(name: "avc3", help: "H.264 with parameter sets in samples too."),
    OptionSpec(name: "in-place", help: "Change the file itself."),
  ],
  run: runRetag)

private func runRetag(_ invocation: Invocation) -> ExitCode {
  runCarrying("retag", invocation.arguments[0]) {
    let types: [FourCC] = ["hvc1", "hev1", "avc1", "avc3"]
    let asked = types.filter { invocation.has($0.description) }
    guard let type = asked.first, asked.count == 1 else {
      throw UsageError(message: "One of '--hvc1', '--hev1', '--avc1' and '--avc3' says what to call it.", command: nil)
    }
    let isInPlace = invocation.has("in-place")
    if isInPlace != (invocation.arguments.count == 1) {
      throw UsageError(message: isInPlace ? "With '--in-place' there is no output." : "Missing expected argument '<output>'.", command: nil)
    }
    let path = invocation.arguments[0]
    let input = isInPlace ? try InputFile(path) : try openMedia(path, beside: invocation.arguments[1])
    if !input.isSeekable { throw UsageError(message: "A pipe has no place to change.", command: nil) }
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
