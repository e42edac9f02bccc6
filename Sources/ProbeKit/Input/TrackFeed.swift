import BitstreamKit
import RemuxKit

/// Feeds a consumer the units of a byte stream, or those of a track where the file is a container.
/// - Parameters:
///   - trackLimit: of a unit in a sample so many bytes are wanted.
func runStream<Consumer: UnitConsumer & ~Copyable>(
  _ consumer: consuming Consumer, _ probe: Probe, _ selection: StreamSelection, trackLimit: Int = mostKept
) throws(ProbeRequestError) -> ProbeOutcome {
  switch try trackRequest(probe, selection) {
  case .byteStream: return runUnits(consumer, probe, selection.codec)
  case .track(let container, let track): return runTrack(consumer, probe, container, track, trackLimit)
  case .refused(let outcome): return outcome
  }
}

/// Where a command's units are.
enum TrackRequest {
  case byteStream
  case track(MediaContainer, Int)
  /// Nowhere, which was said.
  case refused(ProbeOutcome)
}

/// Determines whether the input is a container, and which of its tracks is selected.
func trackRequest(_ probe: Probe, _ selection: StreamSelection) throws(ProbeRequestError) -> TrackRequest {
  let (input, sink) = (probe.input, probe.sink)
  let head: [UInt8]
  do { head = try input.peek(8) } catch {
    sink.report("\(error)")
    return .refused(.failed)
  }
  guard let container = MediaContainer(signature: head), container == .mp4 || container == .flv else {
    if let track = selection.track, track != 0 {
      throw ProbeRequestError("There is no track '\(track)': a byte stream is one track, 0.")
    }
    return .byteStream
  }
  guard input.isSeekable else {
    sink.report("\(input.name): the samples of \(container == .mp4 ? "an MP4" : "an FLV") file cannot be read from a pipe")
    return .refused(.unusable)
  }
  let reader: MediaReader
  do { reader = try MediaReader(input, as: container) } catch { return .refused(sink.reportUnreadable(error, input.name)) }
  if let wanted = selection.track {
    try checkTrack(wanted, among: reader.tracks.count)
    guard let codec = reader.tracks[wanted].videoCodec else {
      sink.report("\(input.name): track \(wanted) is \(reader.tracks[wanted].codec.name), which has no NAL units")
      return .refused(.malformed)
    }
    if let asked = selection.codec, asked != codec {
      throw ProbeRequestError("Track \(wanted) is \(codec.title), which '--codec \(asked.rawValue)' contradicts.")
    }
    return .track(container, wanted)
  }
  let first = reader.tracks.first { $0.videoCodec != nil && (selection.codec == nil || $0.videoCodec == selection.codec) }
  if let first { return .track(container, first.index) }
  sink.report("\(input.name): \(nothingToRead(reader, selection.codec))")
  return .refused(.malformed)
}

/// Throws unless `track` is the index of one of `count` tracks.
func checkTrack(_ track: Int, among count: Int) throws(ProbeRequestError) {
  if track >= 0, track < count { return }
  let tracks = count == 1 ? "there is one track, 0" : "there are tracks 0 to \(count - 1)"
  throw ProbeRequestError("There is no track '\(track)': " + (count == 0 ? "there is none." : tracks + "."))
}

/// Says what a container holds instead.
private func nothingToRead(_ reader: MediaReader, _ codec: VideoCodec?) -> String {
  let wanted = codec.map { $0.title.description } ?? "H.264 or H.265"
  if reader.tracks.isEmpty { return "no track of \(wanted): there is no track at all" + (reader.findings.first.map { " (\($0))" } ?? "") }
  let tracks = reader.tracks.prefix(8).map { "\($0.index) is \($0.codec.name)" }.joined(separator: ", ")
  return "no track of \(wanted): \(tracks)\(reader.tracks.count > 8 ? " and so on" : "")"
}

extension MediaTrack {
  /// The codec of its NAL units; nil where there are none.
  var videoCodec: VideoCodec? {
    switch codec {
    case .h264: .h264
    case .hevc: .hevc
    default: nil
    }
  }
}

/// Feeds a consumer the units of a track in bounded memory, and says how it all ended.
func runTrack<Consumer: UnitConsumer & ~Copyable>(
  _ consumer: consuming Consumer, _ probe: Probe, _ container: MediaContainer, _ track: Int, _ limit: Int
) -> ProbeOutcome {
  let (input, sink) = (probe.input, probe.sink)
  var findings = Findings(input.name, sink)
  var code = ProbeOutcome.complete
  do {
    var units = try TrackUnits(input, as: container, track: track, limit: limit)
    consumer.begin(units.codec)
    do {
      while consumer.failure == nil, !consumer.isDone, let event = try units.next() { consumer.take(event, units.bytes, &findings) }
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
    case .finding(let finding): report(finding, &findings)
    }
  }
}
