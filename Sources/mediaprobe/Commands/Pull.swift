import BitstreamKit
import FLVKit
import FileIO
import RTMPKit
import RTMPTransport

let pullCommand = CommandSpec(
  name: "pull", abstract: "Record a stream that an RTMP server has.",
  discussion: """
    Writes .flv as the stream comes, whatever it holds, or .mp4 for H.264, H.265, AAC and MP3. The file can be played while it grows. It
    ends with the stream, behind --duration, or when the program is interrupted. '-' is FLV on standard output.
    """,
  arguments: [
    ArgumentSpec(name: "address", help: "rtmp://host[:port]/app/stream"), ArgumentSpec(name: "output", help: "The file to write, or '-'."),
  ],
  options: [
    OptionSpec(name: "duration", value: "duration", help: "How much of the stream to record: 10s, 500ms."),
    OptionSpec(name: "timeout", value: "duration", help: "After how long a server that does not answer is given up. (default: 10s)"),
    OptionSpec(name: "idle", value: "duration", help: "After how long a stream of which nothing comes is given up. (default: 30s)"),
  ],
  run: { invocation in
    do throws(UsageError) { return try PullRequest(invocation).run() } catch { return reportUsage(error, pullCommand.name) }
  })

private struct PullRequest {
  private let address: RTMPAddress
  private let path: String
  private let kind: StreamRecorder.Kind
  private let duration: Int64?
  private let timeout: Int64
  private let idle: Int64

  init(_ invocation: Invocation) throws(UsageError) {
    address = try invocation.address(invocation.arguments[0])
    path = invocation.arguments[1]
    guard let kind = StreamRecorder.Kind(path: path) else {
      throw UsageError(message: "The name '\(path)' does not say what to write: .flv and .mp4 do.", command: nil)
    }
    self.kind = kind
    duration = try invocation.milliseconds("duration")
    timeout = try invocation.milliseconds("timeout") ?? 10_000
    idle = try invocation.milliseconds("idle") ?? 30_000
  }

  func run() -> ExitCode {
    StopRequest.listen()
    let player = RTMPPlayer(address, timeout: timeout, idleTimeout: idle) { report("\(toolName): \(address): \($0)") }
    let sink = PullSink(path, kind, duration)
    var result = ExitCode.success
    do throws(RTMPError) {
      let end = try player.run { (type, time, bytes, range) throws(RTMPError) in try sink.take(type, time, bytes, range) }
      if end == .interrupted { result = .interrupted }
    } catch {
      if let failure = sink.failure {
        result = reportUnreadable(failure, path)
        if !sink.isCreated { result = .cannotCreate }
      } else {
        result = reportStream(error, address, wasOpen: sink.isCreated)
      }
    }
    do throws(MediaError) { try sink.finish() } catch {
      return result.or(reportUnreadable(error, path))
    }
    if !sink.isCreated, result == .success {
      report("\(toolName): \(address): the stream has ended, and nothing came")
      return .malformed
    }
    return result
  }
}

/// Writes what comes; the file is created when the first picture or sound does.
private final class PullSink {
  private let path: String
  private let kind: StreamRecorder.Kind
  private let duration: Int64?
  private var recorder: StreamRecorder?
  private var clock = TagClock()
  private var base: Int64?
  private(set) var isCreated = false
  private(set) var failure: MediaError?

  init(_ path: String, _ kind: StreamRecorder.Kind, _ duration: Int64?) {
    self.path = path
    self.kind = kind
    self.duration = duration
  }

  /// "@setDataFrame" as a string of AMF 0, which some servers hand on.
  private static let setDataFrame: [UInt8] = [2, 0, 13] + Array("@setDataFrame".utf8)

  /// - Returns: whether more is wanted.
  func take(_ type: RTMPMessageType, _ time: UInt32, _ bytes: [UInt8], _ range: Range<Int>) throws(RTMPError) -> Bool {
    var body = Array(bytes[range])
    if type == .dataAMF0, body.starts(with: Self.setDataFrame) { body.removeFirst(Self.setDataFrame.count) }
    var tag = RTMPTag(TagType(rawValue: type.rawValue), at: 0, body)
    // Whoever joins late gets configurations with a time of their own, which may be any.
    var isMedia = false
    switch tag.kind {
    case .picture, .sound: isMedia = true
    default: break
    }
    if isMedia {
      tag.time = clock.extend(time)
      if base == nil { base = tag.time }
    }
    lastTime = isMedia ? max(0, tag.time - (base ?? 0)) : lastTime
    tag.time = lastTime
    if let duration, tag.time >= duration { return false }
    do throws(MediaError) {
      if recorder == nil {
        recorder = try StreamRecorder(path, kind)
        isCreated = true
      }
      try recorder?.append(tag)
    } catch {
      failure = error
      throw .local(ByteError(error.description))
    }
    return true
  }

  private var lastTime: Int64 = 0

  func finish() throws(MediaError) {
    if failure != nil { return }
    try recorder?.finish()
    for finding in recorder?.findings ?? [] { report("\(toolName): \(finding)") }
  }
}
