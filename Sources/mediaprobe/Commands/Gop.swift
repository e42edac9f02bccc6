import BitstreamKit
import ProbeKit

let gopCommand = CommandSpec(
  name: "gop", abstract: "List the groups of pictures of an H.264 or H.265 stream.",
  discussion: """
    A group begins at each picture at which decoding can begin. It is open if pictures that
    follow that picture in decoding order precede it in display order, except for RADL pictures of
    H.265, which can be decoded from there. The structure is in decoding order: I, P and B, in
    lowercase for pictures that are not used for reference, and ? where the type is unknown.
    Reads byte streams and tracks of MP4, MOV and FLV files.
    --seconds adds the presentation time of the first picture of each group, before edit lists,
    and how long the group lasts: up to the decoding time of the next one. In a byte stream both
    follow from the picture rate, of each sequence or of --fps; without it they are unknown.
    --summary prints the number of groups and pictures, and the shortest, mean and longest group.
    """,
  arguments: [inputsArgument],
  options: [
    .track, .codec, .frameRate,
    OptionSpec(name: "seconds", help: "Print the time and the duration of each group, in seconds."),
    OptionSpec(name: "summary", help: "Print totals instead, with times in seconds."),
    .format(),
  ],
  examples: [
    "gop in.hevc",
    "gop --format csv in.mp4",
    "gop --summary in.mp4",
  ],
  run: { invocation in
    let rate: ExactRatio?
    do throws(UsageError) { rate = try invocation.frameRate() } catch { return reportUsage(error, invocation) }
    return probe(invocation) { (probe, invocation) throws(ProbeRequestError) in
      var options = GroupOptions(format: invocation.format)
      options.frameRate = rate
      options.showsSeconds = invocation.has("seconds")
      options.isSummary = invocation.has("summary")
      return try probe.listGroups(invocation.selection(), options)
    }
  })
