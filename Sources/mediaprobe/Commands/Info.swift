import ProbeKit

let infoCommand = CommandSpec(
  name: "info", abstract: "Describe a file on one screen: container, tracks, codecs, durations, colour, metadata.",
  discussion: """
    Reads MP4, MOV, HEIC, AVIF, FLV, ADTS, H.264 and H.265 files. Only headers, the samples of chapters and timecodes, and the first
    pictures are read (for captions, HDR metadata and timecodes in SEI messages), so that the time does not depend on the duration.
    'mediaprobe FILE' is equivalent.
    """,
  arguments: [inputsArgument], options: [.streamCodec, .format([.table, .json, .jsonl])],
  examples: [
    "info in.mp4",
    "info --json in.mp4",
    "info --format jsonl --jobs 2 recordings",
  ],
  run: { invocation in probe(invocation, "info", needs: .anywhere) { $0.describe(codec: $1.codec, format: $1.format) } })
