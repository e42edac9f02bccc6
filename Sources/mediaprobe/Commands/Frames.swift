import ProbeKit

let framesCommand = CommandSpec(
  name: "frames", abstract: "List the pictures of an H.264 or H.265 stream in decoding order.",
  discussion: """
    A row for each frame, field pair or single field: where its access unit stands, its
    type, how decoding can begin there, its picture order count, its place in display order,
    and what its first slice says. KEY marks what 'remux' makes sync samples: IDR, CRA and BLA
    pictures, and H.264 recovery points where pictures are right at once. Of a track of an
    MP4, MOV or FLV file, place and size are those of the sample. Slices of layers and views
    above the base are parts of its pictures.
    """,
  arguments: [inputArgument], options: [.track, .codec, .format()],
  run: { invocation in
    probe(invocation, "frames") { (probe) throws(ProbeRequestError) in
      try probe.listPictures(invocation.selection(), format: invocation.format)
    }
  })
