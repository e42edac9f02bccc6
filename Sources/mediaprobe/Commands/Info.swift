import CheckKit
import ProbeKit

let infoCommand = CommandSpec(
  name: "info", abstract: "Describe a file on one screen: container, tracks, codecs, durations, colour, metadata.",
  discussion: """
    Reads MP4, MOV, HEIC, AVIF, FLV, ADTS, H.264 and H.265 files. Only headers, the samples of chapters and timecodes, and the first
    pictures are read (for captions, HDR metadata and timecodes in SEI messages), so that the time does not depend on the duration but
    on the number of fragments.
    The last line names the worst findings in the headers; 'mediaprobe check' reads the samples too.
    'mediaprobe FILE' is equivalent.
    """,
  arguments: [inputsArgument], options: [.streamCodec, .format([.table, .json, .jsonl])],
  examples: [
    "info in.mp4",
    "info --json in.mp4",
    "info --format jsonl --jobs 2 recordings",
  ],
  run: { invocation in
    probe(invocation, needs: .anywhere) { (probe, invocation) in
      let codec = invocation.codec
      return probe.describe(codec: codec, format: invocation.format) { HeaderCheck.verdict(of: probe.input, codec: codec) }
    }
  })
