import BitstreamKit
import FileIO
import RemuxKit

/// Feeds a consumer the NAL units of a byte stream or of a track in a container.
/// - Parameters:
///   - command: the command whose usage is shown if an option does not apply.
///   - trackLimit: number of bytes to read of each NAL unit in a sample.
func runStream<Consumer: UnitConsumer & ~Copyable>(
  _ consumer: consuming Consumer, _ input: InputFile, _ invocation: Invocation, _ command: String, trackLimit: Int = mostKept
) -> ExitCode {
  switch trackRequest(input, invocation, command) {
  case .byteStream: return runUnits(consumer, input, invocation)
  case .track(let container, let track): return runTrack(consumer, input, container, track, trackLimit)
  case .refused(let code): return code
  }
}

/// The source of a command's NAL units.
enum TrackRequest {
  case byteStream
  case track(MediaContainer, Int)
  /// Neither; the reason has been reported.
  case refused(ExitCode)
}

/// Detects the container and selects the requested track.
func trackRequest(_ input: InputFile, _ invocation: Invocation, _ command: String) -> TrackRequest {
  do {
    let container = MediaContainer(signature: try input.peek(8))
    guard let container, container == .mp4 || container == .flv else {
      if let text = invocation.options["track"], text != "0" {
        throw UsageError(message: "No track '\(text)': a byte stream has track 0 only.", command: nil)
      }
      return .byteStream
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
        throw UsageError(message: "Track \(wanted) is \(codec.title), but '--codec \(asked.rawValue)' was given.", command: nil)
      }
      return .track(container, wanted)
    }
    let first = reader.tracks.first { $0.videoCodec != nil && (invocation.codec == nil || $0.videoCodec == invocation.codec) }
    if let first { return .track(container, first.index) }
    report("\(toolName): \(input.name): \(nothingToRead(reader, invocation.codec))")
    return .refused(.malformed)
  } catch let error as MediaError {
    return .refused(reportUnreadable(error, input.name))
  } catch let error as UsageError {
    return .refused(reportUsage(error, command))
  } catch {
    report("\(toolName): \(error)")
    return .refused(.ioError)
  }
}

/// Explains why a container has no matching track.
private func nothingToRead(_ reader: MediaReader, _ codec: VideoCodec?) -> String {
  let wanted = codec.map { $0.title.description } ?? "H.264 or H.265"
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
