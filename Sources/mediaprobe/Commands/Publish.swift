import BitstreamKit
import FileIO
import HTTPTransport
import NALKit
import RTMPKit
import RTMPTransport
import RemuxKit
import StreamingKit
import ProbeKit

let publishCommand = CommandSpec(
  name: "publish", abstract: "Publish media to an RTMP server as a live stream.",
  discussion: """
    Reads FLV, MP4, MOV, H.264, H.265 and ADTS files one after the other, or an FLV stream from standard input ('-'), and sends them in
    real time. H.265 is sent with the enhanced header. If the server is slow, pictures queued for longer than --max-delay are dropped up
    to the next keyframe; the number of dropped pictures and the longest delay are reported at the end. Exit codes: 69 if the server is
    unavailable or rejects the stream, 74 if the connection is lost and not reestablished, 65 if the server or the file is malformed.
    With --record, the recording takes precedence over these errors and is completed.
    """,
  arguments: [
    ArgumentSpec(name: "input", help: "The files to publish, or '-'.", isRepeated: true),
    ArgumentSpec(name: "address", help: "rtmp://host[:port]/app/stream"),
  ],
  options: [
    OptionSpec(
      name: "record", value: "file", help: "Also record the stream to this .flv or .mp4, regardless of server errors."),
    OptionSpec(name: "loop", help: "Start again after the last file."),
    OptionSpec(name: "rate", value: "factor", help: "Speed relative to real time; 0 is as fast as possible. (default: 1)"),
    OptionSpec(
      name: "reconnect",
      help: "Reconnect after the connection is lost, or with --record until it is established, and continue at a keyframe."),
    OptionSpec(name: "max-delay", value: "duration", help: "Maximum time a picture is queued: 3s, 500ms. (default: 3s)"),
    OptionSpec(name: "timeout", value: "duration", help: "Time to wait for an inactive server. (default: 10s)"),
    OptionSpec(name: "legacy-hevc", help: "Send H.265 with codec id 12, for older servers."), .frameRate,
    .streamCodec, .header, .overwrite, .keep,
  ],
  examples: [
    "publish in.flv rtmp://localhost/live/stream",
    "publish --loop --reconnect in.mp4 rtmp://localhost/live/stream",
  ],
  run: runPublish)

private func runPublish(_ invocation: Invocation) -> ExitCode {
  do throws(UsageError) {
    let request = try PublishRequest(invocation)
    if let record = invocation.options["record"], let refusal = refuseOverwriting([record], inputs: [], invocation) { return refusal }
    return request.run()
  } catch { return reportUsage(error, invocation) }
}

/// Reports the error that ended a stream and returns its exit code.
func reportStream(_ error: RTMPError, _ address: RTMPAddress, wasOpen: Bool) -> ExitCode {
  report("\(toolName): \(address): \(error)")
  switch error {
  case .malformed: return .malformed
  case .local: return .ioError
  case .unreachable, .refused: return .unavailable
  case .closed, .timedOut: return wasOpen ? .ioError : .unavailable
  }
}

extension Invocation {
  /// Parses an address.
  func address(_ text: String) throws(UsageError) -> RTMPAddress {
    do { return try RTMPAddress(text) } catch {
      throw UsageError("'\(text)' is not a stream address: \(error).")
    }
  }

  /// Speed relative to real time; nil for as fast as possible.
  func rate() throws(UsageError) -> ExactRatio? {
    guard let text = options["rate"] else { return ExactRatio(1, 1) }
    if text == "0" { return nil }
    guard let rate = ExactRatio(frameRate: text) else {
      throw UsageError("The value of '--rate' is not a factor such as 1, 2.5 or 0: '\(text)'.")
    }
    return rate
  }

  /// The value in milliseconds, at least 1; nil if the option is not given.
  func milliseconds(_ option: String) throws(UsageError) -> Int64? {
    guard let text = options[option] else { return nil }
    guard let time = duration(text)?.value(in: 1000), time > 0 else {
      throw UsageError("The value of '--\(option)' is not a duration such as 2s or 500ms: '\(text)'.")
    }
    return time
  }
}

private struct PublishRequest {
  private let inputs: [String]
  private let address: RTMPAddress
  private var options = RTMPPublisher.Options()
  private let recordPath: String?
  private let recordFormat: StreamRecorder.Format?
  private let loops: Bool
  private let rate: ExactRatio?
  private let legacyHEVC: Bool
  private let frameRate: ExactRatio?
  private let codec: VideoCodec?
  private let opener: InputOpener

  init(_ invocation: Invocation) throws(UsageError) {
    inputs = Array(invocation.arguments.dropLast())
    address = try invocation.address(invocation.arguments.last ?? "")
    loops = invocation.has("loop")
    legacyHEVC = invocation.has("legacy-hevc")
    frameRate = try invocation.frameRate()
    codec = invocation.codec
    opener = InputOpener(invocation)
    options.isStopped = { StopRequest.hasCome }
    options.reconnects = invocation.has("reconnect")
    if let timeout = try invocation.milliseconds("timeout") { options.timeout = timeout }
    if let age = try invocation.milliseconds("max-delay") { options.maximumAge = age }
    rate = try invocation.rate()
    if rate == nil { options.maximumAge = nil }
    recordPath = invocation.options["record"]
    recordFormat = recordPath.flatMap { StreamRecorder.Format(path: $0) }
    if let recordPath, recordFormat == nil || recordPath == "-" {
      throw UsageError("Unknown format of '\(recordPath)': use .flv or .mp4.")
    }
    // Sending as fast as possible requires a server.
    options.awaitsServer = options.reconnects && recordPath != nil && rate != nil
    if let recordPath, inputs.contains(where: { isSameFile(input: $0, output: recordPath) }) {
      throw UsageError("'\(recordPath)' is an input and cannot be the recording.")
    }
    if loops, inputs.contains("-") {
      throw UsageError("Standard input can be read only once.")
    }
  }

  func run() -> ExitCode {
    let first: PublishSource
    switch open(inputs[0]) {
    case .success(let source): first = source
    case .failure(let code): return code.code
    }
    StopRequest.listen()
    let publisher = RTMPPublisher(address, options) { report("\(toolName): \(address): \($0)") }
    if let code = connect(publisher, first) { return code }
    var recorder: StreamRecorder?
    if let recordPath, let recordFormat {
      do throws(MediaError) { recorder = try StreamRecorder(recordPath, recordFormat) } catch {
        report("\(toolName): \(error)")
        return .cannotCreate
      }
    }
    let run = StreamPublication(publisher, recorder, rate: rate) { report($0, address) }
    let fed = feed(first, run)
    return finish(run, publisher).or(fed)
  }

  /// Waits until the server accepts or rejects the stream. A pipe that is recorded does not wait.
  /// - Returns: an exit code on failure, otherwise nil.
  private func connect(_ publisher: RTMPPublisher, _ first: PublishSource) -> ExitCode? {
    if recordPath != nil, !first.canRepeat { return nil }
    do throws(RTMPError) { try publisher.connect() } catch {
      if StopRequest.hasCome { return .interrupted }
      if recordPath == nil { return reportStream(error, address, wasOpen: false) }
      if publisher.failure != nil { report("\(toolName): \(address): \(error); recording only") }
    }
    return nil
  }

  private struct Failure: Error { let code: ExitCode }

  private func open(_ path: String) -> Result<PublishSource, Failure> {
    do {
      let input = HTTPRequest.isAddress(path) ? try opener.media([path], beside: "-") : try InputFile(path)
      let source = try PublishSource(input, codec: codec, legacyHEVC: legacyHEVC, frameRate: frameRate)
      for text in source.notes { note("\(source.input.name): \(text)") }
      return .success(source)
    } catch let error as OpenError {
      report("\(toolName): \(error.message)")
      return .failure(Failure(code: error.exitCode))
    } catch let error as MediaError {
      let code = reportUnreadable(error, path == "-" ? "standard input" : path)
      return .failure(Failure(code: error.failure == nil ? code : .noInput))
    } catch {
      report("\(toolName): \(error)")
      return .failure(Failure(code: .noInput))
    }
  }

  /// Sends the sources, starting with the one that is already open.
  private func feed(_ first: PublishSource, _ run: StreamPublication) -> ExitCode {
    var result = ExitCode.success
    var next: PublishSource? = first
    repeat {
      for (index, path) in inputs.enumerated() {
        let source: PublishSource
        if let opened = next {
          (source, next) = (opened, nil)
        } else {
          switch open(path) {
          case .success(let opened): source = opened
          case .failure(let code): return result.or(code.code)
          }
        }
        if loops, !source.canRepeat {
          report("\(toolName): \(source.input.name): --loop requires files, not a pipe")
          return .noInput
        }
        run.begin(hasMore: loops || index + 1 < inputs.count)
        do throws(MediaError) {
          var findings = Findings(source.input.name, .standard)
          let fed = try source.feed(run)
          for text in fed.notes { note("\(source.input.name): \(text)") }
          for finding in fed.findings { findings.add(finding) }
          run.endSource()
          result = result.or(ExitCode(findings.finish()))
        } catch { return result.or(reportUnreadable(error, source.input.name)) }
        if run.stop != nil { return result }
      }
    } while loops && run.hasMedia
    if run.hasMedia { return result }
    report("\(toolName): \(inputs.map { $0 == "-" ? "standard input" : $0 }.joined(separator: ", ")): the stream ended without media")
    return result.or(.malformed)
  }

  private func finish(_ run: StreamPublication, _ publisher: RTMPPublisher) -> ExitCode {
    var result = ExitCode.success
    do throws(RTMPError) { try publisher.finish() } catch {
      result = reportStream(error, address, wasOpen: publisher.hasConnected)
    }
    do throws(MediaError) { try run.finishRecording() } catch {
      result = result.or(reportUnreadable(error, recordPath ?? ""))
    }
    if run.recordingLacksMedia { result = result.or(.findings) }
    if let failure = run.recordingFailure { result = result.or(ExitCode(failure)) }
    return run.stop == .interrupted ? .interrupted : result
  }
}
