import BitstreamKit
import FLVKit
import FileIO
import RTMPKit
import RTMPTransport
import RemuxKit

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
  private let kind: StreamRecorder.Kind
  private let duration: Int64?
  private let timeout: Int64
  private let idle: Int64

  init(_ invocation: Invocation) throws(UsageError) {
    address = invocation.arguments[0] == "-" ? nil : try invocation.address(invocation.arguments[0])
    path = invocation.arguments[1]
    if path == "-", OutputDescriptor.standardOutput.isTerminal {
      throw UsageError("Standard output is a terminal: redirect it, or name a file with '--output'.")
    }
    guard let kind = StreamRecorder.Kind(path: path) else {
      throw UsageError("Unknown format of '\(path)': use .flv or .mp4.")
    }
    self.kind = kind
    duration = try invocation.milliseconds("duration")
    timeout = try invocation.milliseconds("timeout") ?? 10_000
    idle = try invocation.milliseconds("idle") ?? 30_000
  }

  func run() -> ExitCode {
    StopRequest.listen()
    let sink = PullSink(path, kind, duration)
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
  private func play(_ address: RTMPAddress, _ sink: PullSink) throws(RTMPError) -> ExitCode {
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
  private func read(_ sink: PullSink) throws(RTMPError) -> ExitCode {
    /// Why no more is read.
    enum End: Error {
      case complete
      case failed(RTMPError)
    }
    let feed = TagFeed { (tag) throws(End) in
      do throws(RTMPError) { if try sink.take(tag) { return } } catch { throw .failed(error) }
      throw .complete
    }
    var (buffer, code) = ([UInt8](repeating: 0, count: 1 << 16), ExitCode.success)
    do throws(End) {
      let input: InputFile
      do { input = try InputFile("-") } catch { throw End.failed(.local(ByteError(error.message))) }
      var isOver = false
      while !isOver {
        if StopRequest.hasCome {
          code = .interrupted
          break
        }
        // An interrupt that comes before the wait is seen after it.
        if !input.waits(milliseconds: 250) { continue }
        let count: Int
        do { count = try input.read(into: &buffer) } catch { throw End.failed(.local(error)) }
        try feed.take(buffer, 0..<count)
        isOver = count == 0
        guard let error = feed.error else { continue }
        let isOther = error.element.description == "Signature" && !error.isTruncation
        report("\(toolName): standard input: \(isOther ? "not an FLV stream, which begins with 'FLV'" : "\(error)")")
        // The encoder was killed, perhaps.
        code = isOver && sink.hasTags ? .ioError : .malformed
        isOver = true
      }
    } catch {
      if case .failed(let failure) = error { throw failure }
    }
    try sink.begin()
    for text in feed.findings { report("\(toolName): standard input: \(text)") }
    return code == .success && !feed.findings.isEmpty ? .findings : code
  }
}

/// Writes the stream. The file is created with the first picture or audio frame.
private final class PullSink {
  private let path: String
  private let kind: StreamRecorder.Kind
  private let duration: Int64?
  private var recorder: StreamRecorder?
  private var timeline = FLVTimeline(isRepairing: true)
  /// The beginning of the stream, until it is known when it begins; nil after that. A recording can wait longer than a stream that is sent on.
  private var opening: StreamOpening? = StreamOpening(patience: 5000)
  /// The time of the stream at the beginning of the recording.
  private var base: Int64?
  private(set) var isCreated = false
  private(set) var failure: MediaError?
  /// The tracks that the metadata names, and of which frames came.
  private var (announced, came): (Set<RTMPMessageType>, Set<RTMPMessageType>) = ([], [])

  init(_ path: String, _ kind: StreamRecorder.Kind, _ duration: Int64?) {
    self.path = path
    self.kind = kind
    self.duration = duration
  }

  /// "@setDataFrame" as an AMF 0 string, which some servers do not strip.
  private static let setDataFrame: [UInt8] = [2, 0, 13] + Array("@setDataFrame".utf8)

  /// - Returns: whether to continue.
  func take(_ type: RTMPMessageType, _ time: UInt32, _ bytes: [UInt8], _ range: Range<Int>) throws(RTMPError) -> Bool {
    // The array is shared, not copied: a message can have 16 MiB.
    var body = range == 0..<bytes.count ? bytes : Array(bytes[range])
    if type == .dataAMF0, body.starts(with: Self.setDataFrame) { body.removeFirst(Self.setDataFrame.count) }
    return try take(RTMPTag(TagType(rawValue: type.rawValue), at: Int64(time), body))
  }

  /// Takes a tag with the time of its header.
  /// - Returns: whether to continue.
  func take(_ tag: RTMPTag) throws(RTMPError) -> Bool {
    var tag = tag
    tag.time = tag.isFrame ? timeline.extend(UInt32(truncatingIfNeeded: tag.time), isVideo: tag.type == .video) : 0
    if opening == nil { return try record(tag) }
    return opening?.append(tag) == true ? try begin() : true
  }

  /// Records the tags that are waiting.
  /// - Returns: whether to continue.
  @discardableResult func begin() throws(RTMPError) -> Bool {
    guard let waiting = opening else { return true }
    opening = nil
    base = waiting.frames.map(\.time).min()
    for tag in waiting.tags { if try !record(tag) { return false } }
    return true
  }

  /// Notes which tracks the metadata names, and which have frames.
  private func notice(_ tag: RTMPTag) {
    if tag.isFrame { came.insert(tag.type) }
    guard tag.kind == .metaData, let script = try? ScriptData(parsing: tag.body), let said = OnMetaData(script) else { return }
    // Some servers write 0 for no track.
    if let codec = said.videocodecid, codec != .id(0) { announced.insert(.video) }
    if let codec = said.audiocodecid, codec != .id(0) { announced.insert(.audio) }
  }

  private func record(_ tag: RTMPTag) throws(RTMPError) -> Bool {
    var tag = tag
    notice(tag)
    if base == nil, tag.isFrame { base = tag.time }
    guard tag.isFrame else {
      tag.time = lastTime
      // Its own time can be that of the other track, or any in a stream that is joined late.
      if tag.type == .dataAMF0 { return try write(tag) }
      held.append(tag)
      // Without frames between them, the last ones count.
      while held.count > 1, held.count > Self.maxHeld || held.reduce(0, { $0 + $1.body.count }) > Self.maxHeldBytes { held.removeFirst() }
      return true
    }
    tag.time = max(0, tag.time - (base ?? 0))
    if let duration, tag.time >= duration { return false }
    lastTime = tag.time
    try writeHeld { $0.type == tag.type }
    return try write(tag)
  }

  /// Writes the tags without media that wait for a frame of their track, at the time of that frame.
  private func writeHeld(_ isWanted: (RTMPTag) -> Bool) throws(RTMPError) {
    if held.isEmpty { return }
    let waiting = held
    held.removeAll { isWanted($0) }
    for var tag in waiting where isWanted(tag) {
      tag.time = lastTime
      _ = try write(tag)
    }
  }

  private func write(_ tag: RTMPTag) throws(RTMPError) -> Bool {
    do throws(MediaError) {
      if recorder == nil {
        recorder = try StreamRecorder(path, kind)
        isCreated = true
      }
      try recorder?.append(tag)
      reportNews()
    } catch {
      failure = error
      throw .local(ByteError(error.description))
    }
    return true
  }

  /// The time of the last frame.
  private var lastTime: Int64 = 0

  private func reportNews() {
    for words in recorder?.takeNews() ?? [] { report("\(toolName): recording: \(words)") }
  }
  /// Tags without media, such as configurations, before the next frame of their track.
  private var held: [RTMPTag] = []
  private static let maxHeld = 16
  private static let maxHeldBytes = 1 << 20

  /// Whether anything of the stream has come.
  var hasTags: Bool { isCreated || !held.isEmpty || opening?.tags.isEmpty == false }

  /// Whether media that was received is not in the file.
  var lacksMedia: Bool { recorder?.lacksMedia ?? false }

  func finish() throws(MediaError) {
    if failure == nil { _ = try? writeHeld { _ in true } }
    if failure != nil {
      // Keeps what has been received.
      try? recorder?.finish()
      return
    }
    defer { reportNews() }
    try recorder?.finish()
    for (type, name) in [(RTMPMessageType.video, "video"), (.audio, "audio")] where announced.contains(type) && !came.contains(type) {
      let reason = type == .video ? ": the server may not pass on its codec" : ""
      note("the metadata of the stream names \(name), of which nothing came\(reason)")
    }
    if timeline.restarts > 0 {
      report(
        "\(toolName): the times of the stream start anew \(counted(timeline.restarts, "time", "times")): the recording goes on after them")
    }
  }
}
