import ProbeKit

let framesCommand = CommandSpec(
  name: "frames", abstract: "List the pictures of an H.264 or H.265 stream in decoding order.",
  discussion: """
    Prints a row for each frame, field pair or single field: the offset of its access unit,
    its type, its random access type, its picture order count, its index in display order and
    values of its first slice. KEY marks the pictures that 'remux' makes sync samples: IDR, CRA
    and BLA pictures, and H.264 recovery points at which pictures are correct at once. For a
    track of an MP4, MOV or FLV file, offset and size are those of the sample. Slices of layers
    and views above the base count as parts of its pictures.
    """,
  arguments: [inputsArgument], options: [.track, .item, .codec, .format()],
  examples: [
    "frames in.h264",
    "frames --json in.mp4",
  ],
  run: { invocation in
    probe(invocation) { (probe, invocation) throws(ProbeRequestError) in
      try probe.listPictures(invocation.selection(), format: invocation.format)
    }
  })
