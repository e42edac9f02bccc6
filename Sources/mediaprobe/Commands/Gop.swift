import ProbeKit

let gopCommand = CommandSpec(
  name: "gop", abstract: "List the groups of pictures of an H.264 or H.265 stream.",
  discussion: """
    A group begins at each picture at which decoding can begin. It is open if pictures that
    follow that picture in decoding order precede it in display order. The structure is in
    decoding order: I, P and B, in lowercase for pictures that are not used for reference.
    Reads byte streams and tracks of MP4, MOV and FLV files.
    """,
  arguments: [inputsArgument], options: [.track, .codec, .format()],
  examples: [
    "gop in.hevc",
    "gop --format csv in.mp4",
  ],
  run: { invocation in
    probe(invocation, "gop") { (probe, invocation) throws(ProbeRequestError) in
      try probe.listGroups(invocation.selection(), format: invocation.format)
    }
  })
