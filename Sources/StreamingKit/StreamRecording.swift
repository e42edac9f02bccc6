import BitstreamKit
import FLVKit
import RTMPKit
import RemuxKit

/// Records a stream that is received, from the time at which its first frame came. The file is created with that frame.
public final class StreamRecording {
  private let path: String
  private let format: StreamRecorder.Format
  private let duration: Int64?
  private let report: (StreamMessage) -> Void
  private var recorder: StreamRecorder?
  private var timeline = FLVTimeline(isRepairing: true)
  /// The beginning of the stream, until it is known when it begins; nil after that. A recording can wait longer than a stream that is sent on.
  private var opening: StreamOpening? = StreamOpening(patience: 5000)
  /// The time of the stream at the beginning of the recording.
  private var base: Int64?
  /// Whether the file was created.
  public private(set) var isCreated = false
  /// Why the file could not be written; nil if it could.
  public private(set) var failure: MediaError?
  /// The tracks that the metadata names, and of which frames came.
  private var (announced, came): (Set<RTMPMessageType>, Set<RTMPMessageType>) = ([], [])

  /// Creates a recording.
  /// - Parameters:
  ///   - path: the file, or `-` for standard output.
  ///   - duration: the longest duration in milliseconds; nil for the whole stream.
  ///   - report: receives what the recording lacks.
  public init(_ path: String, _ format: StreamRecorder.Format, duration: Int64? = nil, report: @escaping (StreamMessage) -> Void) {
    self.path = path
    self.format = format
    self.duration = duration
    self.report = report
  }

  /// "@setDataFrame" as an AMF 0 string, which some servers do not strip.
  private static let setDataFrame: [UInt8] = [2, 0, 13] + Array("@setDataFrame".utf8)

  /// Takes a message of a server.
  /// - Parameters:
  ///   - time: its timestamp in milliseconds.
  ///   - range: its payload in `bytes`.
  /// - Returns: whether to continue.
  /// - Throws: `RTMPError.local` if the file cannot be written; `failure` has the reason.
  public func take(_ type: RTMPMessageType, _ time: UInt32, _ bytes: [UInt8], _ range: Range<Int>) throws(RTMPError) -> Bool {
    // The array is shared, not copied: a message can have 16 MiB.
    var body = range == 0..<bytes.count ? bytes : Array(bytes[range])
    if type == .dataAMF0, body.starts(with: Self.setDataFrame) { body.removeFirst(Self.setDataFrame.count) }
    return try take(RTMPTag(TagType(rawValue: type.rawValue), at: Int64(time), body))
  }

  /// Takes a tag with the time of its header.
  /// - Returns: whether to continue.
  /// - Throws: `RTMPError.local` if the file cannot be written; `failure` has the reason.
  public func take(_ tag: RTMPTag) throws(RTMPError) -> Bool {
    var tag = tag
    tag.time = tag.isFrame ? timeline.extend(UInt32(truncatingIfNeeded: tag.time), isVideo: tag.type == .video) : 0
    if opening == nil { return try record(tag) }
    return opening?.append(tag) == true ? try begin() : true
  }

  /// Records the tags that wait until it is known when the stream begins; at its end, if it is short.
  /// - Returns: whether to continue.
  /// - Throws: `RTMPError.local` if the file cannot be written; `failure` has the reason.
  @discardableResult public func begin() throws(RTMPError) -> Bool {
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
        recorder = try StreamRecorder(path, format)
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
    for words in recorder?.takeNews() ?? [] { report(.recording(words)) }
  }

  /// Tags without media, such as configurations, before the next frame of their track.
  private var held: [RTMPTag] = []
  private static let maxHeld = 16
  private static let maxHeldBytes = 1 << 20

  /// Whether anything of the stream has come.
  public var hasTags: Bool { isCreated || !held.isEmpty || opening?.tags.isEmpty == false }

  /// Whether media that was received is not in the file, or cannot be decoded.
  public var lacksMedia: Bool { recorder?.lacksMedia ?? false }

  /// Completes the file.
  /// - Throws: `MediaError`, as `StreamRecorder.finish` does.
  public func finish() throws(MediaError) {
    if failure == nil { _ = try? writeHeld { _ in true } }
    if failure != nil {
      // Keeps what has been received.
      try? recorder?.finish()
      return
    }
    defer { reportNews() }
    try recorder?.finish()
    for type in [.video, .audio] as [RTMPMessageType] where announced.contains(type) && !came.contains(type) { report(.missingTrack(type)) }
    if timeline.restarts > 0 { report(.restartedTimes(timeline.restarts)) }
  }
}
