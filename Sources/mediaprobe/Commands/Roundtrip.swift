import ProbeKit

let roundtripCommand = CommandSpec(
  name: "roundtrip", abstract: "Decode every unit, tag or box of a file, encode it again and compare the bytes.",
  discussion: """
    Reads H.264 and H.265 byte streams, AAC in ADTS, FLV and MP4, MOV or HEIF; content decides which it is. Counts by kind how
    many were tried, gave their own bytes, were kept as bytes because no structure is known for them, are malformed and were kept
    as bytes, and gave other bytes. The last two are reported with their places and end in exit code 1. Media data of an MP4 file
    is not read.
    """,
  arguments: [inputArgument],
  options: [
    .codec,
    OptionSpec(name: "format", value: "format", values: ["table", "json"], help: "How to print it. (default: table)"),
  ],
  run: { invocation in
    probe(invocation, "roundtrip") { $0.roundtrip(codec: invocation.codec, format: invocation.format) }
  })
