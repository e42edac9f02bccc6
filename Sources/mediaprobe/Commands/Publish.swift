import BitstreamKit
import FileIO
import RTMPKit
import RTMPTransport
import RemuxKit

let publishCommand = CommandSpec(
  name: "publish", abstract: "Send media to an RTMP server, as a live stream.",
  discussion: """
    Reads FLV, MP4, MOV, H.264, H.265 and ADTS files, one after the other, or an FLV stream from standard input ('-'), and sends them at
    the speed at which they play. H.265 goes by the enhanced header. Where the server is slow, pictures that have waited longer than
    --max-delay are left out, up to the next key picture; how many, and how long any has waited, is said in the end. Exit codes: 69
    where the server is not there or refuses, 74 where the connection is lost later and does not come back, 65 where the server or the
    file makes no sense. With --record all of it comes behind the recording, which is made whole.
    """,
  arguments: [
    ArgumentSpec(name: "input", help: "The files to send, or '-'.", isRepeated: true),
    ArgumentSpec(name: "address", help: "rtmp://host[:port]/app/stream"),
  ],
  options: [
    OptionSpec(
      name: "record", value: "file", help: "Write the stream to this .flv or .mp4 as well, whatever becomes of the server."),
    OptionSpec(name: "loop", help: "Begin again when the last file is over."),
    OptionSpec(name: "rate", value: "factor", help: "How fast to send; 0 is as fast as the server takes it. (default: 1)"),
    OptionSpec(
      name: "reconnect",
      help: "Connect again when the connection is lost, or with --record when there is none yet, and go on at a key picture."),
    OptionSpec(name: "max-delay", value: "duration", help: "How long a picture may wait for the server: 3s, 500ms. (default: 3s)"),
    OptionSpec(name: "timeout", value: "duration", help: "After how long a server that does nothing is given up. (default: 10s)"),
    OptionSpec(name: "legacy-hevc", help: "H.265 by codec id 12, which older servers know."), .frameRate,
    .streamCodec,
  ],
  run: runPublish)

private func runPublish(_ invocation: Invocation) -> ExitCode {
  do throws(UsageError) { return try PublishRequest(invocation).run() } catch { return reportUsage(error, publishCommand.name) }
}

/// Says what has become of a stream, and gives the exit code for it.
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
  /// An address, or what is wrong with it.
  func address(_ text: String) throws(UsageError) -> RTMPAddress {
    do { return try RTMPAddress(text) } catch {
      throw UsageError(message: "'\(text)' is no address of a stream: \(error).", command: nil)
    }
  }

  /// How much faster than time goes by; nil for as fast as it can.
  func rate() throws(UsageError) -> ExactRatio? {
    guard let text = options["rate"] else { return ExactRatio(1, 1) }
    if text == "0" { return nil }
    guard let rate = exactRate(text) else {
      throw UsageError(message: "The value of '--rate' is no factor such as 1, 2.5 or 0: '\(text)'.", command: nil)
    }
    return rate
  }

  /// Milliseconds, 1 or more; nil where the option is not given.
  func milliseconds(_ option: String) throws(UsageError) -> Int64? {
    guard let text = options[option] else { return nil }
    guard let time = duration(text)?.value(in: 1000), time > 0 else {
      throw UsageError(message: "The value of '--\(option)' is no duration such as 2s or 500ms: '\(text)'.", command: nil)
    }
    return time
  }
}

private struct PublishRequest {
  private let inputs: [String]
  private let address: RTMPAddress
  private var options = RTMPPublisher.Options()
  private let recordPath: String?
  private let recordKind: StreamRecorder.Kind?
  private let loops: Bool
  private let rate: ExactRatio?
  private let legacyHEVC: Bool
  private let frameRate: ExactRatio?
  private let codec: VideoCodec?

  init(_ invocation: Invocation) throws(UsageError) {
    inputs = Array(invocation.arguments.dropLast())
    address = try invocation.address(invocation.arguments.last ?? "")
    loops = invocation.has("loop")
    legacyHEVC = invocation.has("legacy-hevc")
    frameRate = try invocation.frameRate()
    codec = invocation.codec
    options.reconnects = invocation.has("reconnect")
    if let timeout = try invocation.milliseconds("timeout") { options.timeout = timeout }
    if let age = try invocation.milliseconds("max-delay") { options.mostAge = age }
    rate = try invocation.rate()
    if rate == nil { options.mostAge = nil }
    recordPath = invocation.options["record"]
    recordKind = recordPath.flatMap { StreamRecorder.Kind(path: $0) }
    if let recordPath, recordKind == nil || recordPath == "-" {
      throw UsageError(message: "The name '\(recordPath)' does not say what to record: .flv and .mp4 do.", command: nil)
    }
    // Who sends as fast as the server takes it needs a server.
    options.awaitsServer = options.reconnects && recordPath != nil && rate != nil
    if let recordPath, inputs.contains(where: { isSameFile(input: $0, output: recordPath) }) {
      throw UsageError(message: "'\(recordPath)' is to be sent and cannot be recorded to.", command: nil)
    }
    if inputs.count(where: { $0 == "-" }) > (loops ? 0 : 1) {
      throw UsageError(message: "Standard input can be read once.", command: nil)
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
    if let recordPath, let recordKind {
      do throws(MediaError) { recorder = try StreamRecorder(recordPath, recordKind) } catch {
        report("\(toolName): \(error)")
        return .cannotCreate
      }
    }
    let run = PublishRun(publisher, recorder, rate: rate)
    let fed = feed(first, run)
    return finish(run, publisher).or(fed)
  }

  /// Waits until the server takes the stream, or is known not to. A pipe that is recorded does not wait for that.
  /// - Returns: nil where there is something to be done.
  private func connect(_ publisher: RTMPPublisher, _ first: PublishSource) -> ExitCode? {
    if recordPath != nil, !first.canRepeat { return nil }
    do throws(RTMPError) { try publisher.connect() } catch {
      if StopRequest.hasCome { return .interrupted }
      if recordPath == nil { return reportStream(error, address, wasOpen: false) }
      if publisher.failure != nil { report("\(toolName): \(address): \(error); it is recorded all the same") }
    }
    return nil
  }

  private struct Failure: Error { let code: ExitCode }

  private func open(_ path: String) -> Result<PublishSource, Failure> {
    do throws(MediaError) {
      return .success(try PublishSource(path, codec: codec, legacyHEVC: legacyHEVC, frameRate: frameRate))
    } catch {
      if case .bytes(let failure) = error {
        report("\(toolName): \(failure)")
        return .failure(Failure(code: .noInput))
      }
      return .failure(Failure(code: reportUnreadable(error, path == "-" ? "standard input" : path)))
    }
  }

  /// Feeds the sources. What was open already is read first.
  private func feed(_ first: PublishSource, _ run: PublishRun) -> ExitCode {
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
          report("\(toolName): \(source.input.name): a pipe can be read once, --loop needs files")
          return .noInput
        }
        run.begin(hasMore: loops || index + 1 < inputs.count)
        do throws(MediaError) {
          var findings = Findings(source.input.name)
          var none = OutputBuffer()
          for finding in try source.feed(run) { findings.add(finding, &none) }
          result = result.or(findings.finish())
        } catch { return result.or(reportUnreadable(error, source.input.name)) }
        if run.stop != nil { return result }
      }
    } while loops
    return result
  }

  private func finish(_ run: PublishRun, _ publisher: RTMPPublisher) -> ExitCode {
    var result = ExitCode.success
    do throws(RTMPError) { try publisher.finish() } catch {
      result = reportStream(error, address, wasOpen: publisher.hasConnected)
    }
    do throws(MediaError) { try run.finishRecording() } catch {
      result = result.or(reportUnreadable(error, recordPath ?? ""))
    }
    if let failure = run.recordingFailure { result = result.or(ExitCode(writing: failure)) }
    return run.stop == .interrupted ? .interrupted : result
  }
}
