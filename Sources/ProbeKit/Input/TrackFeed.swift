import BitstreamKit
import NALKit
import RemuxKit

/// Feeds a consumer the NAL units of a byte stream or of a track in a container.
/// - Parameters:
///   - trackLimit: number of bytes to read of each NAL unit in a sample.
func runStream<Consumer: UnitConsumer & ~Copyable>(
  _ consumer: consuming Consumer, _ probe: Probe, _ selection: StreamSelection, trackLimit: Int = maxKept
) throws(ProbeRequestError) -> ProbeOutcome {
  switch try trackRequest(probe, selection) {
  case .byteStream(let codec): return runUnits(consumer, probe, codec)
  case .track(let reader, let track): return runTrack(consumer, probe, reader, track, trackLimit)
  case .refused(let outcome): return outcome
  }
}

/// The source of a command's NAL units.
enum TrackRequest {
  case byteStream(VideoCodec)
  /// A track of a container, or an image of a HEIF file as track 0.
  case track(MediaReader, Int)
  /// Neither; the reason has been reported.
  case refused(ProbeOutcome)
}

/// Determines whether the input is a container, and which of its tracks is selected.
func trackRequest(_ probe: Probe, _ selection: StreamSelection) throws(ProbeRequestError) -> TrackRequest {
  let (input, sink) = (probe.input, probe.sink)
  let content: FileContent
  do { content = try input.content() } catch {
    sink.report("\(error)")
    return .refused(.failed)
  }
  guard let container = content.container, container == .mp4 || container == .flv else {
    let codec: VideoCodec
    if let asked = selection.codec {
      codec = asked
    } else {
      do { codec = try probe.streamCodec(of: content) } catch {
        sink.report("\(input.name): \(error.message)")
        return .refused(.malformed)
      }
    }
    if selection.item != nil { throw ProbeRequestError("No item: a byte stream has none.") }
    if let track = selection.track, track != 0 { throw ProbeRequestError("No track '\(track)': a byte stream has track 0 only.") }
    return .byteStream(codec)
  }
  guard input.isSeekable else {
    sink.report("\(input.name): the samples of \(container == .mp4 ? "an MP4" : "an FLV") file cannot be read from a pipe")
    return .refused(.unusable)
  }
  if selection.item != nil, selection.track != nil { throw ProbeRequestError("An item has no track: choose one of the two.") }
  let reader: MediaReader
  do {
    reader = try MediaReader(input, as: container)
    if selection.item != nil || container == .mp4 && reader.tracks.isEmpty, selection.track == nil,
      let item = try codedItem(input, container, selection)
    {
      return .track(try MediaReader(item), 0)
    }
  } catch { return .refused(sink.reportUnreadable(error, input.name)) }
  if let wanted = selection.track {
    try checkTrack(wanted, among: reader.tracks.count)
    guard let codec = reader.tracks[wanted].videoCodec else {
      sink.report("\(input.name): track \(wanted) is \(reader.tracks[wanted].codec.name), which has no NAL units")
      return .refused(.malformed)
    }
    if let asked = selection.codec, asked != codec {
      throw ProbeRequestError("Track \(wanted) is \(codec.title), not \(asked.title).")
    }
    return .track(reader, wanted)
  }
  let first = reader.tracks.first { $0.videoCodec != nil && (selection.codec == nil || $0.videoCodec == selection.codec) }
  if let first { return .track(reader, first.index) }
  sink.report("\(input.name): \(nothingToRead(reader, selection.codec))")
  return .refused(.malformed)
}

/// The image that is selected; nil if no item is, and the file has no images.
private func codedItem(
  _ input: ProbeInput, _ container: MediaContainer, _ selection: StreamSelection
) throws(MediaError) -> ImageItem? {
  let images: ImageCollection?
  do { images = container == .mp4 ? try ImageCollection(input) : nil } catch { throw .bytes(error) }
  if let images { return try images.codedItem(selection.item, selection.codec) }
  if selection.item != nil { throw .malformed("the file has no image items") }
  return nil
}

/// Throws unless `track` is the index of one of `count` tracks.
func checkTrack(_ track: Int, among count: Int) throws(ProbeRequestError) {
  if track >= 0, track < count { return }
  let tracks = count == 1 ? "the file has track 0 only" : "the file has tracks 0 to \(count - 1)"
  throw ProbeRequestError("No track '\(track)': " + (count == 0 ? "the file has no tracks." : tracks + "."))
}

/// Explains why a container has no matching track.
private func nothingToRead(_ reader: MediaReader, _ codec: VideoCodec?) -> String {
  let wanted = codec.map { $0.title.description } ?? "H.264 or H.265"
  if let why = reader.whyNoTracks { return "no track of \(wanted): \(why)" }
  if reader.tracks.isEmpty { return "no track of \(wanted): the file has no tracks" + (reader.findings.first.map { " (\($0))" } ?? "") }
  let tracks = reader.tracks.prefix(8).map { "\($0.index) is \($0.codec.name)" }.joined(separator: ", ")
  return "no track of \(wanted): \(tracks)\(reader.tracks.count > 8 ? " and so on" : "")"
}

extension MediaTrack {
  /// The codec of the NAL units; nil if the track has none.
  var videoCodec: VideoCodec? {
    switch codec {
    case .h264: .h264
    case .hevc: .hevc
    default: nil
    }
  }
}

/// Feeds a consumer the NAL units of a track in bounded memory and returns the exit code.
func runTrack<Consumer: UnitConsumer & ~Copyable>(
  _ consumer: consuming Consumer, _ probe: Probe, _ reader: MediaReader, _ track: Int, _ limit: Int
) -> ProbeOutcome {
  let (input, sink) = (probe.input, probe.sink)
  var findings = Findings(input.name, sink)
  var code = ProbeOutcome.complete
  do {
    var units = try TrackUnits(AnyByteSource(input), reader.reopened(track: track), track: track, limit: limit)
    consumer.begin(units.codec)
    consumer.beginTrack(timescale: units.timescale)
    do {
      while consumer.failure == nil, !consumer.isDone, let event = try units.next() { consumer.take(event, units.bytes, &findings) }
      consumer.endTrack()
    } catch { code = sink.reportUnreadable(error, input.name) }
    if consumer.wantsUnusedConfigurations { for event in units.unusedConfigurations() { consumer.take(event, [], &findings) } }
    var told: Set<String> = []
    for finding in units.findings where told.insert(finding).inserted { consumer.report(finding, &findings) }
  } catch { code = sink.reportUnreadable(error, input.name) }
  return consumer.finish(&findings).or(code).or(findings.finish())
}

extension UnitConsumer where Self: ~Copyable {
  @inline(__always) fileprivate mutating func take(_ event: TrackUnits.Event, _ bytes: [UInt8], _ findings: inout Findings) {
    switch event {
    case .unit(let unit): take(unit, bytes, &findings)
    case .sample(let sample): beginSample(sample)
    case .configuration(let unit, let own): takeConfiguration(unit, own, &findings)
    case .finding, .blank: if let problem = event.problem { report(problem, &findings) }
    }
  }
}
