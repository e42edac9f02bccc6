import ProbeKit

let roundtripCommand = CommandSpec(
  name: "roundtrip", abstract: "Decode and reencode every unit, tag or box of a file and compare the bytes.",
  discussion: """
    Reads H.264 and H.265 byte streams, AAC in ADTS, FLV and MP4, MOV or HEIF, detected from the content. Counts by kind how many
    were tried, were identical, were kept as bytes because their structure is unknown, were malformed and kept as bytes, and
    differed. Malformed and different ones, and those of more than 16 MiB, which are skipped, are reported with their positions and
    cause exit code 1. Media data of an MP4 file is not read.
    """,
  arguments: [inputsArgument],
  options: [
    .codec,
    OptionSpec(name: "format", value: "format", values: ["table", "json"], help: "Output format. (default: table)"),
  ],
  examples: [
    "roundtrip in.mp4",
    "roundtrip --json in.h264",
  ],
  run: { invocation in
    probe(invocation, needs: .onlyInOrder) { $0.roundtrip(codec: $1.codec, format: $1.format) }
  })
