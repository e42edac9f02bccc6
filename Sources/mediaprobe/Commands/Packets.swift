import BitstreamKit
import FileIO
import MP4Kit
import RemuxKit

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
    .frameRate, .streamCodec,
    .format(),
  ],
  run: runPackets)

private func runPackets(_ invocation: Invocation) -> ExitCode {
  do {
    let input = try InputFile(invocation.arguments[0])
    guard input.isSeekable else {
      report("\(toolName): \(input.name): samples are looked up by their places, which a pipe does not allow")
      return .noInput
    }
    var listing = try PacketListing(input, invocation)
    return listing.run()
  } catch let error as MediaError {
    return reportUnreadable(error, invocation.arguments[0] == "-" ? "standard input" : invocation.arguments[0])
  } catch let error as UsageError {
    reportLines(String(usageText(UsageError(message: error.message, command: packetsCommand)).dropLast()))
    return .usage
  } catch {
    report("\(toolName): \(error)")
    return .noInput
  }
}

/// One pass over the samples, or one for each track.
private struct PacketListing: ~Copyable {
  private let input: InputFile
  private var output: OutputBuffer
  private var findings: Findings
  private let rate: ExactRatio?
  private let container: MediaContainer
  private let passes: [Int?]
  private var rows: PacketRows
  private let timelines: [EditTimeline?]

  init(_ input: InputFile, _ invocation: Invocation) throws {
    let rate = try invocation.frameRate()
    let reader = try MediaReader(input, codec: invocation.codec, frameRate: rate)
    if reader.isGuess { reportGuess(reader.container == .hevc ? .hevc : .h264, input.name) }
    let wanted = try invocation.trackIndex(among: reader.tracks.count)
    self.input = input
    self.rate = rate
    container = reader.container
    findings = Findings(input.name)
    passes = wanted != nil ? [wanted] : invocation.has("by-track") ? reader.tracks.indices.map { $0 } : [nil]
    rows = PacketRows(invocation.format, reader.tracks)
    if invocation.has("edit-list"), let movie = reader.movie {
      timelines = movie.tracks.map { $0.editList == nil ? nil : $0.timeline(movieTimescale: movie.timescale) }
    } else {
      timelines = []
    }
    output = OutputBuffer()
  }

  mutating func run() -> ExitCode {
    var code = ExitCode.success
    rows.begin(&output)
    var told: Set<String> = []
    do {
      for pass in passes {
        var reader = try MediaReader(input, as: container, frameRate: rate, track: pass)
        try list(&reader)
        for finding in reader.findings where told.insert(finding).inserted { findings.add(finding, &output) }
      }
    } catch {
      output.flush()
      code = reportUnreadable(error, input.name)
    }
    rows.end(&output)
    return finish(&output).or(code).or(findings.finish())
  }

  private mutating func list(_ reader: inout MediaReader) throws(MediaError) {
    var outside: UInt64 = 0
    while output.failure == nil, let sample = try reader.next() {
      if sample.offset > input.byteCount || sample.size > input.byteCount - sample.offset { outside += 1 }
      if timelines.isEmpty { rows.row(sample, &output) } else { rows.row(edited(sample), &output) }
    }
    if outside > 0 { findings.add("\(outside) samples do not lie in the file, or not whole", &output) }
  }

  private func edited(_ sample: MediaSample) -> MediaSample {
    guard let timeline = timelines[sample.track] else { return sample }
    var sample = sample
    let shown = timeline.presentation(of: sample.presentationTime).time
    sample.decodeTime = sample.decodeTime &+ shown &- sample.presentationTime
    sample.presentationTime = shown
    return sample
  }
}
