import ProbeKit

let naluCommand = CommandSpec(
  name: "nalu", abstract: "List the NAL units of an H.264 or H.265 stream.",
  discussion: """
    Prints a row for each NAL unit of an Annex B stream as it is found, in bounded memory.
    POS is the offset of the start code, LEN the number of bytes between it and the next one.
    For a track of an MP4, MOV or FLV file, lists the units of its configuration record, then
    those of each sample in decoding order. There POS is the offset of the unit's length field,
    start_code_length the size of that field in bytes (2 in a record), and LEN the number of
    bytes of the unit that are present.
    """,
  arguments: [inputsArgument],
  options: [
    .track,
    .item,
    .codec,
    .format(),
    OptionSpec(name: "summary", help: "Print counts of units and bytes by type instead."),
  ],
  examples: [
    "nalu in.h264",
    "nalu --summary in.mp4",
    "nalu --format csv in.hevc",
  ],
  run: { invocation in
    probe(invocation) { (probe, invocation) throws(ProbeRequestError) in
      try probe.listUnits(invocation.selection(), format: invocation.format, isSummary: invocation.has("summary"))
    }
  })
