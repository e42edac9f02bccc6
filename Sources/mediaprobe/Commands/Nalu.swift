import ProbeKit

let naluCommand = CommandSpec(
  name: "nalu", abstract: "List the NAL units of an H.264 or H.265 stream.",
  discussion: """
    Prints a row for each NAL unit of an Annex B stream as it is found, in bounded memory.
    POS is where the start code stands, LEN what stands between it and the next one.
    Of a track of an MP4, MOV or FLV file: the units of its configuration record, then those of
    each sample in decoding order. POS is where the unit's length stands, start_code_length the
    size of that length in bytes (2 in a record), and LEN the unit's own bytes that are there.
    """,
  arguments: [inputArgument],
  options: [
    .track,
    .codec,
    .format(),
    OptionSpec(name: "summary", help: "Count units and bytes by type instead."),
  ],
  run: { invocation in
    probe(invocation, "nalu") { (probe) throws(ProbeRequestError) in
      try probe.listUnits(invocation.selection(), format: invocation.format, isSummary: invocation.has("summary"))
    }
  })
