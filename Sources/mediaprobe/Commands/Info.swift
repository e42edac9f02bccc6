import ProbeKit

let infoCommand = CommandSpec(
  name: "info", abstract: "Describe a file on one screen: container, tracks, codecs, durations, colour, metadata.",
  discussion: """
    For MP4, MOV, HEIC, AVIF, FLV, ADTS, H.264 and H.265 files. Only headers are read, and the samples of chapters and timecodes, so that
    hours of media take no longer than seconds. 'mediaprobe FILE' is the same.
    """,
  arguments: [inputArgument], options: [.format([.table, .json])],
  run: { invocation in probe(invocation, "info") { $0.describe(format: invocation.format) } })
