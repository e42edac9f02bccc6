import BitstreamKit
import FLVKit
import FileIO
import RTMPKit
import RTMPTransport
import RemuxKit

/// Sends the tags of one source after the other to a server in real time, and to a recording.
public final class StreamPublication {
  /// Why publishing stops before the end of the sources.
  public enum Stop: Error {
    /// The publisher's `isStopped` says so.
    case interrupted
    /// The connection is lost and there is no recording to continue.
    case lost
  }

  private let publisher: RTMPPublisher
  private var recorder: StreamRecorder?
  /// Speed relative to real time; nil for as fast as possible.
  private let rate: ExactRatio?
  private let report: (StreamMessage) -> Void

  /// Clock time of stream time 0.
  private var start: Int64?
  /// Time of the current source that corresponds to `offset` in the stream.
  private var base: Int64?
  private var offset: Int64 = 0
  private var isFirstSource = true
  private var hasMore = false
  private var span = StreamSpan()
  /// The current configurations.
  private var configurations: [RTMPTag] = []
  /// The beginning of a source, until it is known when it begins; nil after that.
  private var opening: StreamOpening? = StreamOpening()
  /// Source time of the previous tag.
  private var last: Int64?
  /// Why publishing stopped before the end of the sources; nil if it has not.
  public private(set) var stop: Stop?
  private var hasNotedCodec = false
  /// Whether a picture or sound was taken.
  public private(set) var hasMedia = false
  /// Why the recording failed; nil if it has not.
  public private(set) var recordingFailure: MediaError?

  /// Continues the times of a source that starts them anew.
  private var timeline = FLVTimeline(isRepairing: true)

  /// Creates a publication.
  /// - Parameters:
  ///   - publisher: the connection, made or being made.
  ///   - recorder: records what is sent, also while there is no connection; nil for no recording.
  ///   - rate: the speed relative to real time; nil for as fast as possible.
  ///   - report: receives what happens to the connection and to the recording.
  public init(
    _ publisher: RTMPPublisher, _ recorder: StreamRecorder? = nil, rate: ExactRatio? = ExactRatio(1, 1),
    report: @escaping (StreamMessage) -> Void
  ) {
    self.publisher = publisher
    self.recorder = recorder
    self.rate = rate
    self.report = report
  }

  /// Begins a source.
  /// - Parameter hasMore: whether another source follows.
  public func begin(hasMore: Bool) {
    if base != nil { isFirstSource = false }
    opening = StreamOpening()
    (base, last, timeline) = (nil, nil, FLVTimeline(isRepairing: true))
    self.hasMore = hasMore
  }

  /// Sends what is queued until the descriptor is readable.
  public func wait(for descriptor: Int32) throws(Stop) {
    while true {
      switch publisher.run(watching: descriptor) {
      case .readable: return
      case .interrupted: throw end(.interrupted)
      case .lost: try lost()
      case .time, .room: break
      }
    }
  }

  /// Takes a tag of the source and returns when it is queued for sending.
  /// - Throws: `Stop`, which `stop` keeps.
  public func take(_ tag: RTMPTag) throws(Stop) {
    if opening == nil { return try send(tag) }
    if opening?.append(tag) == true { try openSource() }
  }

  /// Sends the tags of a source that are waiting. The first source begins with its earliest frame, whatever the time of its metadata. The
  /// first frame of a further one is shown when the last one of the source before has ended, and no track goes back in time.
  private func openSource() throws(Stop) {
    guard let waiting = opening, !waiting.tags.isEmpty else { return opening = nil }
    opening = nil
    // Times of 32 bits may turn over between the first frames.
    var (clock, frames) = (timeline, [] as [RTMPTag])
    for var frame in waiting.frames {
      frame.time = clock.time(of: frame) ?? frame.time
      frames.append(frame)
    }
    base = frames.map(\.time).min()
    let first = base ?? waiting.tags[0].time
    if let shown = frames.map(\.presentationTime).min(), let end = span.shownEnd {
      offset = end - (shown - first)
      for tag in frames { if let last = span.last(ofTrack: tag.type) { offset = max(offset, last + 1 - (tag.time - first)) } }
    } else {
      offset = span.end ?? offset
    }
    for tag in waiting.tags { try send(tag) }
  }

  /// Ends a source.
  public func endSource() {
    // A stop is kept in `stop`.
    try? openSource()
  }

  private func send(_ tag: RTMPTag) throws(Stop) {
    var tag = tag
    let time = timeline.time(of: tag) ?? last ?? base ?? tag.time
    if hasMore, tag.isSequenceEnd { return }
    if tag.isConfiguration {
      let place = configurations.firstIndex { $0.type == tag.type && $0.kind == tag.kind }
      let isSame = place.map { configurations[$0].body == tag.body } ?? false
      if let place { configurations[place] = tag } else { configurations.append(tag) }
      if isSame, !isFirstSource { return }
    }
    if tag.kind == .metaData, !isFirstSource { return }
    last = time
    if tag.isFrame { hasMedia = true }
    if base == nil, tag.isFrame { base = time }
    // The configuration of a further source comes before its frames, and not before those of its track in the source before.
    tag.time = max(0, span.last(ofTrack: tag.type) ?? 0, time - (base ?? time) + offset)
    try pace(tag.time)
    span.take(tag)
    record(tag)
    publisher.push(tag)
    if publisher.serverNamesCodecs == false { noteCodec(tag) }
  }

  /// Says once that a server may drop H.265, of which it would say nothing.
  private func noteCodec(_ tag: RTMPTag) {
    guard !hasNotedCodec, tag.type == .video, tag.videoHeader?.exVideoTagHeader?.videoFourCc == "hvc1" else { return }
    hasNotedCodec = true
    report(.unnamedHEVC)
  }

  /// Records a tag. If recording fails, the stream continues.
  private func record(_ tag: RTMPTag) {
    defer { reportNews() }
    do throws(MediaError) { try recorder?.append(tag) } catch {
      report(.recordingStopped(error))
      recordingFailure = error
      recorder = nil
    }
  }

  private func pace(_ time: Int64) throws(Stop) {
    let now = monotonicMilliseconds()
    if start == nil { start = now }
    guard let rate, let begin = start else {
      return try wait {
        publisher.run(room: true)
      } until: {
        $0 == .room
      }
    }
    let (product, overflow) = time.multipliedReportingOverflow(by: Int64(clamping: rate.denominator))
    let pause = overflow ? time : product / max(1, Int64(clamping: rate.numerator))
    let due = begin.addingReportingOverflow(pause).overflow ? Int64.max : begin + pause
    try wait {
      publisher.run(until: due)
    } until: {
      $0 == .time
    }
  }

  private func wait(_ run: () -> RTMPPublisher.Wake, until isDone: (RTMPPublisher.Wake) -> Bool) throws(Stop) {
    while true {
      let wake = run()
      if wake == .interrupted { throw end(.interrupted) }
      if wake == .lost { try lost() }
      if isDone(wake) { return }
    }
  }

  private func lost() throws(Stop) {
    guard recorder != nil else { throw end(.lost) }
    // Reported first, since the recording can fail for its own reasons.
    report(.connectionLost(publisher.failure))
  }

  private func end(_ stop: Stop) -> Stop {
    self.stop = stop
    return stop
  }

  /// Whether media that was sent is not in the recording.
  public var recordingLacksMedia: Bool { recorder?.lacksMedia ?? false }

  /// Completes the recording.
  /// - Throws: `MediaError`, as `StreamRecorder.finish` does.
  public func finishRecording() throws(MediaError) {
    defer { reportNews() }
    try recorder?.finish()
  }

  private func reportNews() {
    for words in recorder?.takeNews() ?? [] { report(.recording(words)) }
  }
}

extension FLVTimeline {
  /// The time of a picture or of sound; nil for other tags, which can have any.
  mutating func time(of tag: RTMPTag) -> Int64? {
    guard tag.isFrame else { return nil }
    return extend(UInt32(truncatingIfNeeded: tag.time), isVideo: tag.type == .video)
  }
}
