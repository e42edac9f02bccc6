import BitstreamKit
import FileIO

/// Encodes pictures from one source, through filters, with one or more encoders at once, and optionally audio. Runs in one loop, without
/// threads.
///
/// Each encoder has its own queue. When a queue is full, either the source waits for it or the picture is dropped for that encoder only
/// (`Overflow`). An encoder that fails takes no more pictures while the others continue; its output up to then has been delivered.
///
///     let session = EncodingSession(source)
///     session.add(encoder) { unit throws(EncoderError) in ... }
///     try session.run()
public final class EncodingSession {
  /// The policy for a picture when an encoder's queue is full.
  public enum Overflow: Sendable {
    /// The source waits.
    case wait
    /// The picture is dropped for that encoder.
    case drop
  }

  /// Called before each picture; returns whether the picture must be a keyframe.
  public var forcesKeyFrame: ((_ number: UInt64, _ picture: VideoPicture) -> Bool)?
  /// Polled repeatedly; once it returns true the source ends, and the pictures taken so far are encoded completely.
  public var shouldStop: () -> Bool = { false }
  /// The maximum interval in milliseconds between two calls of `shouldStop`.
  public var longestPause = 250
  /// Called four times per second, and at the end, with the progress.
  public var didProgress: ((EncodingStatistics) -> Void)?
  /// The maximum lead of the audio over the pictures.
  public var soundAhead = MediaTime(milliseconds: 1000)

  /// The time in milliseconds between two looks at the clock that paces sound after the last picture.
  private static let pacePause = 20

  private let source: any PictureSource
  private var filters: FilterChain
  private var lanes: [EncodingLane] = []
  private var sound: SoundLane?
  /// A picture read while waiting for the format.
  private var first: VideoPicture?
  private var isSourceOver = false
  private var wasStopped = false
  private var sourceError: EncoderError?
  private var pictureCount: UInt64 = 0
  private var lastTime: MediaTime?
  /// When the last picture ends: sound after it is left out once the session is stopped.
  private var endTime: MediaTime?
  private var began: UInt64 = 0
  private var reported: UInt64 = 0

  /// Creates a session for a picture source.
  public init(_ source: any PictureSource, filters: FilterChain = FilterChain()) {
    self.source = source
    self.filters = filters
  }

  /// Waits for the format of the source's pictures, before filters.
  /// - Throws: if the source fails or ends before the format is known.
  public func waitForFormat() throws(EncoderError) -> PictureFormat {
    while true {
      if let format = source.format { return format }
      switch try source.next() {
      case .picture(let picture): first = picture
      case .end: throw .malformed("there is no picture")
      case .wait:
        var set = WaitSet()
        source.register(in: &set)
        set.wait()
        if shouldStop() { throw .malformed("there is no picture") }
      }
    }
  }

  /// Adds an encoder.
  /// - Parameter output: called with the access units in decoding order; if it throws, the encoder is terminated.
  /// - Returns: the index of the encoder.
  @discardableResult public func add(
    _ encoder: any VideoEncoder, overflow: Overflow = .wait, output: @escaping (EncodedAccessUnit) throws(EncoderError) -> Void
  ) -> Int {
    lanes.append(EncodingLane(encoder, overflow, output))
    return lanes.count - 1
  }

  /// Sets the audio source and encoder.
  /// - Parameters:
  ///   - output: called with the units in order.
  ///   - ended: called after the last unit.
  public func setSound(
    _ source: any AudioSource, _ encoder: ProcessAudioEncoder, output: @escaping (EncodedAudioUnit) throws(EncoderError) -> Void,
    ended: @escaping () -> Void = {}
  ) {
    sound = SoundLane(source, encoder, output, ended)
  }

  /// The progress so far.
  public var statistics: EncodingStatistics {
    EncodingStatistics(
      elapsed: Double(monotonicNanoseconds() &- began) / 1e9, pictureCount: pictureCount, expectedCount: source.pictureCount,
      lastTime: lastTime, encoders: lanes.map(\.statistics), soundByteCount: sound?.encoder.byteCount ?? 0, wasStopped: wasStopped)
  }

  /// Returns the error of the encoder at an index; nil if it has not failed.
  public func failure(of encoder: Int) -> EncoderError? { lanes.indices.contains(encoder) ? lanes[encoder].failure : nil }
  /// The error of the audio; nil if it has not failed.
  public var soundFailure: EncoderError? { sound?.failure }

  /// Encodes to the end of the source.
  /// - Throws: the first error, one of the source before those of the encoders; all output that could be produced has been delivered.
  public func run() throws(EncoderError) {
    began = monotonicNanoseconds()
    while !isDone {
      if !isSourceOver, shouldStop() {
        wasStopped = true
        endSource()
      }
      let took = step()
      report(isLast: false)
      if isDone { break }
      if !took { wait() }
    }
    source.invalidate()
    report(isLast: true)
    if let sourceError { throw sourceError }
    for lane in lanes { if let failure = lane.failure { throw failure } }
    if let failure = sound?.failure { throw failure }
  }

  private var isDone: Bool {
    let areOver = lanes.allSatisfy { $0.isOver }
    // Stops the audio if every video encoder has failed.
    if areOver, !lanes.isEmpty, lanes.allSatisfy({ $0.failure != nil }) {
      sound?.encoder.invalidate()
      return true
    }
    return areOver && isSourceOver && sound?.isOver != false
  }

  /// Runs one iteration.
  /// - Returns: whether a picture or audio was taken, so that there is no need to wait.
  private func step() -> Bool {
    for lane in lanes { lane.advance() }
    sound?.advance(until: isSourceOver ? nil : lastTime ?? .zero, cutAt: wasStopped ? endTime ?? .zero : nil)
    var took = false
    if canTakePicture { took = takePicture() }
    if let sound, sound.failure == nil, sound.take(until: soundLimit, isCut: wasStopped) { took = true }
    return took
  }

  /// The time up to which audio may be taken; nil for no limit. After the last picture, the clock that paced the pictures goes on.
  private var soundLimit: MediaTime? {
    if isSourceOver { return source.clockTime.map { $0 + soundAhead } }
    return (lastTime ?? .zero) + soundAhead
  }

  private var canTakePicture: Bool {
    !isSourceOver && lanes.allSatisfy { $0.overflow == .drop || $0.isOver || $0.encoder.isReadyForMorePictures }
  }

  private func takePicture() -> Bool {
    do throws(EncoderError) {
      var found = SourceStep.wait
      if let held = first { found = .picture(held) } else { found = try source.next() }
      first = nil
      switch found {
      case .wait: return false
      case .end: endSource()
      case .picture(let picture):
        let isForced = forcesKeyFrame?(pictureCount, picture) ?? false
        let filtered = try filters.apply(to: picture)
        pictureCount += 1
        let step = filtered.duration ?? lastTime.map { filtered.presentationTimeStamp - $0 } ?? .zero
        lastTime = filtered.presentationTimeStamp
        endTime = filtered.presentationTimeStamp + max(.zero, step)
        for lane in lanes { lane.take(filtered, forceKeyFrame: isForced) }
      }
    } catch {
      sourceError = error
      endSource()
    }
    return true
  }

  private func endSource() {
    isSourceOver = true
    source.invalidate()
    for lane in lanes { lane.finish() }
  }

  private func wait() {
    var set = WaitSet()
    for lane in lanes where !lane.isOver { lane.encoder.register(in: &set) }
    if canTakePicture { source.register(in: &set) }
    sound?.register(in: &set, until: soundLimit)
    set.limit(to: isSourceOver && soundLimit != nil ? Self.pacePause : longestPause)
    set.wait()
  }

  private func report(isLast: Bool) {
    guard let didProgress else { return }
    let now = monotonicNanoseconds()
    if !isLast, now &- reported < 250_000_000 { return }
    reported = now
    didProgress(statistics)
  }
}

/// An encoder and its output.
final class EncodingLane {
  let encoder: any VideoEncoder
  let overflow: EncodingSession.Overflow
  private let output: (EncodedAccessUnit) throws(EncoderError) -> Void
  private(set) var failure: EncoderError?
  private(set) var statistics: EncodingStatistics.Encoder
  /// A picture that should have been a keyframe was dropped: the next one becomes a keyframe.
  private var needsKeyFrame = false

  init(
    _ encoder: any VideoEncoder, _ overflow: EncodingSession.Overflow, _ output: @escaping (EncodedAccessUnit) throws(EncoderError) -> Void
  ) {
    self.encoder = encoder
    self.overflow = overflow
    self.output = output
    statistics = EncodingStatistics.Encoder(name: encoder.name, codec: encoder.codec)
  }

  var isOver: Bool { failure != nil || encoder.isFinished }

  func take(_ picture: VideoPicture, forceKeyFrame: Bool) {
    if failure != nil { return }
    if overflow == .drop, !encoder.isReadyForMorePictures {
      statistics.droppedCount += 1
      needsKeyFrame = needsKeyFrame || forceKeyFrame
      return
    }
    attempt { () throws(EncoderError) in try encoder.enqueue(picture, forceKeyFrame: forceKeyFrame || needsKeyFrame) }
    needsKeyFrame = false
    statistics.pictureCount += 1
  }

  func finish() { attempt { () throws(EncoderError) in try encoder.markAsFinished() } }

  func advance() {
    if isOver { return }
    attempt { () throws(EncoderError) in
      try encoder.advance()
      try deliver()
    }
  }

  private func deliver() throws(EncoderError) {
    while let unit = encoder.nextAccessUnit() {
      statistics.unitCount += 1
      statistics.byteCount += UInt64(unit.data.count)
      statistics.duration = max(statistics.duration ?? unit.presentationTimeStamp, unit.presentationTimeStamp)
      do throws(EncoderError) { try output(unit) } catch {
        hasOutputFailed = true
        throw error
      }
    }
  }

  private var hasOutputFailed = false

  private func attempt(_ body: () throws(EncoderError) -> Void) {
    if failure != nil { return }
    do throws(EncoderError) { try body() } catch {
      failure = error
      // Delivers what was complete before the failure, unless the output itself failed.
      if !hasOutputFailed { try? deliver() }
      encoder.invalidate()
    }
  }
}
