import ProbeKit

let packetsCommand = CommandSpec(
  name: "packets", abstract: "List the samples of every track: times, place, size, key or not.",
  discussion: """
    A row for each sample of an MP4, MOV, FLV, ADTS, H.264 or H.265 file, in the order of the file. Times are those of the media, in
    units of the track's time base, as the file stores them; --edit-list gives those of the presentation instead. A bare stream whose
    rate nobody knows has no times: --fps says it.
    """,
  arguments: [inputArgument],
  options: [
    OptionSpec(name: "track", value: "index", help: "Only this track, counted from 0."),
    OptionSpec(name: "by-track", help: "One track after another, each in decoding order."),
    OptionSpec(name: "edit-list", help: "Times of the presentation: the edit list applied."),
    .frameRate,
    .format(),
  ],
  run: runPackets)

private func runPackets(_ invocation: Invocation) -> ExitCode {
  var options = PacketOptions(format: invocation.format)
  do {
    options.frameRate = try invocation.frameRate()
    options.track = try invocation.trackIndex()
  } catch { return reportUsage(error, "packets") }
  options.isByTrack = invocation.has("by-track")
  options.appliesEditList = invocation.has("edit-list")
  return probe(invocation, "packets") { [options] (probe) throws(ProbeRequestError) in try probe.listPackets(options) }
}
