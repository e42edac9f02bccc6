import BitstreamKit
import FLVKit
import FileIO
import RTMPKit
import RTMPTransport

/// Brings the parts of one source after the other to a server, each at its time, and to a recording.
final class PublishRun {
  /// Why publishing ends before the sources do.
  enum Stop: Error {
    case interrupted
    /// The server is gone, and there is no recording to go on with.
    case lost
  }

  private let publisher: RTMPPublisher
  private var recorder: StreamRecorder?
  /// How much faster than time goes by; nil for as fast as the server takes it.
  private let rate: ExactRatio?

  /// By the clock, when the stream's time was 0.
  private var start: Int64?
  /// What stands at 0 of the source under way, and where that is in the stream.
  private var base: Int64?
  private var offset: Int64 = 0
  private var isFirstSource = true
  private var hasMore = false
  private var span = StreamSpan()
  /// What is in force of configurations.
  private var configurations: [RTMPTag] = []
  /// The time of the part before, as the source has it.
  private var last: Int64?
  private(set) var stop: Stop?
  /// Why there is no recording any more.
  private(set) var recordingFailure: MediaError?

  /// Parts may be out of order by so many milliseconds.
  private static let mostBackwards: Int64 = 10_000

  init(_ publisher: RTMPPublisher, _ recorder: StreamRecorder?, rate: ExactRatio?) {
    self.publisher = publisher
    self.recorder = recorder
    self.rate = rate
  }

  /// A source begins.
  /// - Parameter hasMore: whether another one follows.
  func begin(hasMore: Bool) {
    if base != nil {
      isFirstSource = false
      offset = span.end ?? offset
    }
    (base, last) = (nil, nil)
    self.hasMore = hasMore
  }

  /// Waits until the descriptor has something to be read.
  func wait(for descriptor: Int32) throws(Stop) {
    while true {
      switch publisher.run(watching: descriptor) {
      case .readable: return
      case .interrupted: throw end(.interrupted)
      case .lost: try lost()
      case .time, .room: break
      }
    }
  }

  /// Takes a part of the source; comes back when it is on its way.
  func take(_ type: TagType, at time: Int64, _ body: [UInt8]) throws(Stop) {
    var tag = RTMPTag(type, at: time, body)
    if hasMore, tag.isSequenceEnd { return }
    if tag.isConfiguration {
      let place = configurations.firstIndex { $0.type == tag.type && $0.kind == tag.kind }
      let isSame = place.map { configurations[$0].body == body } ?? false
      if let place { configurations[place] = tag } else { configurations.append(tag) }
      if isSame, !isFirstSource { return }
    }
    if tag.kind == .metaData, !isFirstSource { return }
    if let last, time < last - Self.mostBackwards {
      // The source has begun anew on its own: the stream goes on.
      offset = span.end ?? offset
      base = time
    }
    last = time
    if base == nil { base = time }
    tag.time = max(0, time - (base ?? time) + offset)
    try pace(tag.time)
    span.take(tag)
    record(tag)
    publisher.push(tag)
  }

  /// Where recording fails, the stream goes on.
  private func record(_ tag: RTMPTag) {
    do throws(MediaError) { try recorder?.append(tag) } catch {
      report("\(toolName): the recording ends: \(error)")
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
    // Said before the recording can end for a reason of its own.
    report("\(toolName): \(publisher.address): \(publisher.failure?.description ?? "the server is gone"); the recording goes on")
  }

  private func end(_ stop: Stop) -> Stop {
    self.stop = stop
    return stop
  }

  /// Completes the recording.
  func finishRecording() throws(MediaError) {
    try recorder?.finish()
    for finding in recorder?.findings ?? [] { report("\(toolName): \(finding)") }
  }
}

extension RTMPTag {
  /// Whether it says that a sequence has ended, behind which nothing should follow.
  var isSequenceEnd: Bool {
    guard kind == .other, type == .video, let header = videoHeader else { return false }
    if let ex = header.exVideoTagHeader { return ex.packetType == .sequenceEnd }
    return header.avcPacketType == 2
  }
}
