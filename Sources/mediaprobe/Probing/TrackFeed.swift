import BitstreamKit
import FileIO
import RemuxKit

/// Feeds a consumer the units of a byte stream, or those of a track where the file is a container.
/// - Parameters:
///   - command: whose usage line is shown where an option makes no sense.
///   - trackLimit: of a unit in a sample so many bytes are wanted.
func runStream<Consumer: UnitConsumer & ~Copyable>(
  _ consumer: consuming Consumer, _ input: InputFile, _ invocation: Invocation, _ command: String, trackLimit: Int = mostKept
) -> ExitCode {
  switch trackRequest(input, invocation, command) {
  case .byteStream(let codec): return runUnits(consumer, input, codec)
  case .track(let container, let track): return runTrack(consumer, input, container, track, trackLimit)
  case .refused(let code): return code
  }
}

/// Where a command's units are.
enum TrackRequest {
  case byteStream(VideoCodec)
  case track(MediaContainer, Int)
  /// Nowhere, which was said.
  case refused(ExitCode)
}

/// Finds out whether the file is a container, and which of its tracks is asked for.
func trackRequest(_ input: InputFile, _ invocation: Invocation, _ command: String) -> TrackRequest {
  do {
    let content = try content(of: input)
    guard let container = content.container, container == .mp4 || container == .flv else {
      let codec = try invocation.codec ?? streamCodec(of: content, input)
      if let text = invocation.options["track"], text != "0" {
        throw UsageError(message: "There is no track '\(text)': a byte stream is one track, 0.", command: nil)
      }
      return .byteStream(codec)
    }
    guard input.isSeekable else {
      report("\(toolName): \(input.name): the samples of \(container == .mp4 ? "an MP4" : "an FLV") file cannot be read from a pipe")
      return .refused(.noInput)
    }
    let reader = try MediaReader(input, as: container)
    if let wanted = try invocation.trackIndex(among: reader.tracks.count) {
      guard let codec = reader.tracks[wanted].videoCodec else {
        report("\(toolName): \(input.name): track \(wanted) is \(reader.tracks[wanted].codec.name), which has no NAL units")
        return .refused(.malformed)
      }
      if let asked = invocation.codec, asked != codec {
        throw UsageError(message: "Track \(wanted) is \(codec.title), which '--codec \(asked.rawValue)' contradicts.", command: nil)
      }
      return .track(container, wanted)
    }
    let first = reader.tracks.first { $0.videoCodec != nil && (invocation.codec == nil || $0.videoCodec == invocation.codec) }
    if let first { return .track(container, first.index) }
    report("\(toolName): \(input.name): \(nothingToRead(reader, invocation.codec))")
    return .refused(.malformed)
  } catch let error as MediaError {
    return .refused(reportUnreadable(error, input.name))
  } catch let error as ContentRefusal {
    report("\(toolName): \(input.name): \(error.message)")
    return .refused(.malformed)
  } catch let error as UsageError {
    return .refused(reportUsage(error, command))
  } catch {
    report("\(toolName): \(error)")
    return .refused(.ioError)
  }
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
  _ consumer: consuming Consumer, _ input: InputFile, _ container: MediaContainer, _ track: Int, _ limit: Int
) -> ExitCode {
  var findings = Findings(input.name)
  var code = ExitCode.success
  do {
    var units = try TrackUnits(input, as: container, track: track, limit: limit)
    consumer.begin(units.codec)
    do {
      while consumer.failure == nil, !consumer.isDone, let event = try units.next() { consumer.take(event, units.bytes, &findings) }
    } catch { code = reportUnreadable(error, input.name) }
    if consumer.wantsUnusedConfigurations { for event in units.unusedConfigurations() { consumer.take(event, [], &findings) } }
    var told: Set<String> = []
    for finding in units.findings where told.insert(finding).inserted { consumer.report(finding, &findings) }
  } catch { code = reportUnreadable(error, input.name) }
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
