import ProbeKit

let packetsCommand = CommandSpec(
  name: "packets", abstract: "List the samples of every track: times, position, size, key flag.",
  discussion: """
    Prints a row for each sample of an MP4, MOV, FLV, ADTS, H.264 or H.265 file, in file order. Times are media times in units of the
    track's time base, as stored in the file; --edit-list prints presentation times instead. A bare stream of unknown frame rate has no
    times unless --fps is given.
    --summary prints a line for each track: its samples, bytes and key samples, the earliest of their presentation times, the duration
    of the samples, and the bit rate over it.
    """,
  arguments: [inputsArgument],
  options: [
    OptionSpec(name: "track", value: "index", help: "List only this track, counted from 0."),
    OptionSpec(name: "by-track", help: "List one track after another, each in decoding order."),
    OptionSpec(name: "edit-list", help: "Print presentation times, with the edit list applied."),
    OptionSpec(name: "seconds", help: "Print times in seconds; JSON has them in addition."),
    OptionSpec(name: "summary", help: "Print totals of each track instead, with times in seconds."),
    .frameRate, .streamCodec,
    .format(),
  ],
  examples: [
    "packets in.mp4",
    "packets --track 1 --edit-list --format csv in.mp4",
    "packets --summary in.mp4",
  ],
  run: runPackets)

private func runPackets(_ invocation: Invocation) -> ExitCode {
  var options = PacketOptions(format: invocation.format)
  do {
    options.frameRate = try invocation.frameRate()
    options.track = try invocation.trackIndex()
  } catch { return reportUsage(error, invocation) }
  options.codec = invocation.codec
  options.isByTrack = invocation.has("by-track")
  options.appliesEditList = invocation.has("edit-list")
  options.showsSeconds = invocation.has("seconds")
  options.isSummary = invocation.has("summary")
  let request = options
  return probe(invocation, needs: .anywhere) { (probe, invocation) throws(ProbeRequestError) in
    var options = request
    options.format = invocation.format
    return try probe.listPackets(options)
  }
}
