import ProbeKit

let gopCommand = CommandSpec(
  name: "gop", abstract: "List the groups of pictures of an H.264 or H.265 stream.",
  discussion: """
    A group begins at each picture where decoding can begin. It is open where pictures
    behind that one are shown before it. The structure is that of decoding: I, P and B,
    small letters for pictures that nothing is predicted from. Reads byte streams and tracks
    of MP4, MOV and FLV files.
    """,
  arguments: [inputArgument], options: [.track, .codec, .format()],
  run: { invocation in
    probe(invocation, "gop") { (probe) throws(ProbeRequestError) in
      try probe.listGroups(invocation.selection(), format: invocation.format)
    }
  })
