import BitstreamKit
import FLVKit
import FileIO
import RTMPKit
import RTMPTransport
import RemuxKit
import StreamingKit

let pullCommand = CommandSpec(
  name: "pull", abstract: "Record a stream from an RTMP server, or an FLV stream from a pipe.",
  discussion: """
    Writes any stream to .flv as it arrives, or one track of pictures and one of sound to .mp4, of the codecs that both hold: H.264,
    H.265, AV1, VP9, AAC, MP3, Opus, FLAC, AC-3 and E-AC-3. The file is playable while it grows. Recording stops at the end of the
    stream, after --duration, or on interrupt. '-' as the address is an FLV stream on standard input, such as that of an encoder, and
    '-' as the output is FLV on standard output. Exits with 1 if the server closes the connection without saying that the stream has
    ended, and with 74 if it does in the middle of a message, or if the pipe ends in the middle of a tag.
    """,
  arguments: [
    ArgumentSpec(name: "address", help: "rtmp://host[:port]/app/stream, or '-'."),
    ArgumentSpec(name: "output", help: "The file to write, or '-'.", isOutput: true),
  ],
  options: [
    OptionSpec(name: "duration", value: "duration", help: "Maximum duration of the recording: 10s, 500ms."),
    OptionSpec(name: "timeout", value: "duration", help: "Time to wait for an answer of the server. (default: 10s)"),
    OptionSpec(name: "idle", value: "duration", help: "Time to wait for data of the stream. (default: 30s)"),
  ],
  examples: [
    "pull rtmp://localhost/live/stream out.flv",
    "pull --duration 10s rtmp://localhost/live/stream out.mp4",
    "pull - out.mp4 < in.flv",
  ],
  run: { invocation in
    do throws(UsageError) { return try PullRequest(invocation).run() } catch { return reportUsage(error, invocation) }
  })

private struct PullRequest {
  /// The stream of a server; nil for standard input.
  private let address: RTMPAddress?
  private let path: String
  private let format: StreamRecorder.Format
  private let duration: Int64?
  private let timeout: Int64
  private let idle: Int64

  init(_ invocation: Invocation) throws(UsageError) {
    address = invocation.arguments[0] == "-" ? nil : try invocation.address(invocation.arguments[0])
    path = invocation.arguments[1]
    if path == "-", OutputDescriptor.standardOutput.isTerminal {
      throw UsageError("Standard output is a terminal: redirect it, or name a file with '--output'.")
    }
    guard let format = StreamRecorder.Format(path: path) else {
      throw UsageError("Unknown format of '\(path)': use .flv or .mp4.")
    }
    self.format = format
    duration = try invocation.milliseconds("duration")
    timeout = try invocation.milliseconds("timeout") ?? 10_000
    idle = try invocation.milliseconds("idle") ?? 30_000
  }

  func run() -> ExitCode {
    StopRequest.listen()
    let sink = StreamRecording(path, format, duration: duration) { report($0) }
    var result = ExitCode.success
    do throws(RTMPError) {
      if let address { result = try play(address, sink) } else { result = try read(sink) }
    } catch {
      // Writes what came, if it is only the beginning.
      _ = try? sink.begin()
      if let failure = sink.failure {
        if isReaderGone(failure) { return .success }
        result = reportUnreadable(failure, path)
        if !sink.isCreated { result = .cannotCreate }
      } else if let address {
        result = reportStream(error, address, wasOpen: sink.isCreated)
      } else {
        report("\(toolName): standard input: \(error)")
        result = .ioError
      }
    }
    do throws(MediaError) { try sink.finish() } catch {
      if isReaderGone(error) { return result }
      return result.or(reportUnreadable(error, path))
    }
    if sink.lacksMedia { result = result.or(.findings) }
    if !sink.isCreated, result == .success {
      report("\(toolName): \(address.map { "\($0)" } ?? "standard input"): the stream ended without media")
      return .malformed
    }
    return result
  }

  /// Whether the reader of standard output wants no more, which is no failure.
  private func isReaderGone(_ error: MediaError) -> Bool { path == "-" && error.failure?.isBrokenPipe == true }

  /// Records the stream of a server.
  private func play(_ address: RTMPAddress, _ sink: StreamRecording) throws(RTMPError) -> ExitCode {
    let player = RTMPPlayer(address, timeout: timeout, idleTimeout: idle, isStopped: { StopRequest.hasCome }) {
      report("\(toolName): \(address): \($0)")
    }
    let end = try player.run { (type, time, bytes, range) throws(RTMPError) in try sink.take(type, time, bytes, range) }
    try sink.begin()
    switch end {
    case .interrupted: return .interrupted
    case .closed(let why):
      report("\(toolName): \(why): the stream may not be complete")
      return .findings
    case .cut(let why):
      report("\(toolName): \(why), in the middle of a message: the stream is not complete")
      return .ioError
    case .stream, .enough: return .success
    }
  }

  /// Records the FLV stream on standard input as it arrives.
  private func read(_ sink: StreamRecording) throws(RTMPError) -> ExitCode {
    var failure: RTMPError?
    let feed = TagFeed { (tag) in
      do throws(RTMPError) { return try sink.take(tag) } catch { failure = error }
      return false
    }
    var (buffer, code) = ([UInt8](repeating: 0, count: 1 << 16), ExitCode.success)
    let input: InputFile
    do { input = try InputFile("-") } catch { throw .local(ByteError(error.message)) }
    var isOver = false
    while !isOver {
      if StopRequest.hasCome {
        code = .interrupted
        break
      }
      // An interrupt that comes before the wait is seen after it.
      if !input.waits(milliseconds: 250) { continue }
      let count: Int
      do { count = try input.read(into: &buffer) } catch { throw .local(error) }
      isOver = !feed.take(buffer, 0..<count) || count == 0
      if let failure { throw failure }
      guard let error = feed.error else { continue }
      let isOther = error.element.description == "Signature" && !error.isTruncation
      report("\(toolName): standard input: \(isOther ? "not an FLV stream, which begins with 'FLV'" : "\(error)")")
      // The encoder was killed, perhaps.
      code = count == 0 && sink.hasTags ? .ioError : .malformed
      isOver = true
    }
    try sink.begin()
    for text in feed.findings { report("\(toolName): standard input: \(text)") }
    return code == .success && !feed.findings.isEmpty ? .findings : code
  }
}
