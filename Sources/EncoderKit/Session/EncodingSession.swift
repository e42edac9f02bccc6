import BitstreamKit

/// Pictures from one source, through filters, to one or more encoders at once, and sound beside them; in one loop, without threads.
///
/// Each encoder has its own queue. Where one is full, the source waits for it, or the picture is dropped for that encoder alone, by choice.
/// An encoder that fails takes nothing more and the others go on; what it gave before has been handed over.
///
///     let session = EncodingSession(source)
///     session.add(encoder) { unit throws(EncoderError) in ... }
///     try session.run()
public final class EncodingSession {
  /// What becomes of a picture for which an encoder has no room.
  public enum Overflow: Sendable {
    /// The source waits.
    case wait
    /// It is left out.
    case drop
  }

  /// What is asked before each picture: whether decoding must be able to begin at it.
  public var forcesKeyFrame: ((_ number: UInt64, _ picture: VideoPicture) -> Bool)?
  /// Is asked again and again; true ends the source, and what has been taken is encoded to its end.
  public var shouldStop: () -> Bool = { false }
  /// So many milliseconds lie between two such questions at most.
  public var longestPause = 250
  /// Is told four times a second, and at the end, how far it has come.
  public var didProgress: ((EncodingStatistics) -> Void)?
  /// Sound goes no farther than this ahead of the pictures.
  public var soundAhead = MediaTime(milliseconds: 1000)

  private let source: any PictureSource
  private var filters: FilterChain
  private var lanes: [EncodingLane] = []
  private var sound: SoundLane?
  /// A picture that came while the format was asked for.
  private var first: VideoPicture?
  private var isSourceOver = false
  private var wasStopped = false
  private var sourceError: EncoderError?
  private var pictureCount: UInt64 = 0
  private var lastTime: MediaTime?
  private var began: UInt64 = 0
  private var reported: UInt64 = 0

  /// A session of pictures from a source.
  public init(_ source: any PictureSource, filters: FilterChain = FilterChain()) {
    self.source = source
    self.filters = filters
  }

  /// What the source's pictures are, for which it waits; before the filters.
  /// - Throws: where the source fails or ends before that is known.
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
  /// - Parameter output: is given the access units in decoding order; where it throws, the encoder is ended.
  /// - Returns: its place among the encoders.
  @discardableResult public func add(
    _ encoder: any VideoEncoder, overflow: Overflow = .wait, output: @escaping (EncodedAccessUnit) throws(EncoderError) -> Void
  ) -> Int {
    lanes.append(EncodingLane(encoder, overflow, output))
    return lanes.count - 1
  }

  /// Sets the sound that goes beside the pictures.
  /// - Parameters:
  ///   - output: is given the units in their order.
  ///   - ended: is told when no more of them come.
  public func setSound(
    _ source: any AudioSource, _ encoder: ProcessAudioEncoder, output: @escaping (EncodedAudioUnit) throws(EncoderError) -> Void,
    ended: @escaping () -> Void = {}
  ) {
    sound = SoundLane(source, encoder, output, ended)
  }

  /// How far it has come.
  public var statistics: EncodingStatistics {
    EncodingStatistics(
      elapsed: Double(monotonicNanoseconds() &- began) / 1e9, pictureCount: pictureCount, expectedCount: source.pictureCount,
      lastTime: lastTime, encoders: lanes.map(\.statistics), soundByteCount: sound?.encoder.byteCount ?? 0, wasStopped: wasStopped)
  }

  /// Why an encoder gave up, by its place; nil where it did not.
  public func failure(of encoder: Int) -> EncoderError? { lanes.indices.contains(encoder) ? lanes[encoder].failure : nil }
  /// Why the sound gave up; nil where it did not.
  public var soundFailure: EncoderError? { sound?.failure }

  /// Encodes to the end of the source.
  /// - Throws: what went wrong first, of the source before the encoders; all that could be encoded has been handed over.
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
    // Sound alone is not worth going on for where every encoder has failed.
    if areOver, !lanes.isEmpty, lanes.allSatisfy({ $0.failure != nil }) {
      sound?.encoder.invalidate()
      return true
    }
    return areOver && isSourceOver && sound?.isOver != false
  }

  /// One round.
  /// - Returns: whether a picture or sound was taken, so that there is nothing to wait for.
  private func step() -> Bool {
    for lane in lanes { lane.advance() }
    sound?.advance()
    var took = false
    if canTakePicture { took = takePicture() }
    if let sound, sound.failure == nil, sound.take(until: soundLimit, isCut: wasStopped) { took = true }
    return took
  }

  /// How far sound may be taken; nil for all of it.
  private var soundLimit: MediaTime? {
    if isSourceOver { return nil }
    return (lastTime ?? .zero).adding(soundAhead)
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
        lastTime = filtered.presentationTimeStamp
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
    set.limit(to: longestPause)
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

/// An encoder, and where its units go.
final class EncodingLane {
  let encoder: any VideoEncoder
  let overflow: EncodingSession.Overflow
  private let output: (EncodedAccessUnit) throws(EncoderError) -> Void
  private(set) var failure: EncoderError?
  private(set) var statistics: EncodingStatistics.Encoder
  /// A picture was dropped that should have been a key frame: the next one is.
  private var owesKeyFrame = false

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
      owesKeyFrame = owesKeyFrame || forceKeyFrame
      return
    }
    attempt { () throws(EncoderError) in try encoder.enqueue(picture, forceKeyFrame: forceKeyFrame || owesKeyFrame) }
    owesKeyFrame = false
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
      // What was ready before it failed is worth keeping, unless it is the output that failed.
      if !hasOutputFailed { try? deliver() }
      encoder.invalidate()
    }
  }
}

/// Sound, its encoder, and where its units go.
final class SoundLane {
  let source: any AudioSource
  let encoder: ProcessAudioEncoder
  private let output: (EncodedAudioUnit) throws(EncoderError) -> Void
  private(set) var failure: EncoderError?
  private var isSourceOver = false
  private let ended: () -> Void
  private var hasSaidEnd = false

  init(
    _ source: any AudioSource, _ encoder: ProcessAudioEncoder, _ output: @escaping (EncodedAudioUnit) throws(EncoderError) -> Void,
    _ ended: @escaping () -> Void
  ) {
    self.ended = ended
    self.source = source
    self.encoder = encoder
    self.output = output
  }

  var isOver: Bool { failure != nil || encoder.isFinished }

  private func mayTake(until limit: MediaTime?) -> Bool {
    !isSourceOver && encoder.isReadyForMoreSamples && (limit.map { encoder.endOfInput <= $0 } ?? true)
  }

  /// Takes samples.
  /// - Returns: whether it did.
  func take(until limit: MediaTime?, isCut: Bool) -> Bool {
    if !isSourceOver, isCut { end() }
    guard mayTake(until: limit) else { return false }
    var took = true
    attempt { () throws(EncoderError) in
      switch try source.next() {
      case .samples(let bytes): if let format = source.format { try encoder.enqueue(bytes, format) }
      case .wait: took = false
      case .end: end()
      }
    }
    return took
  }

  private func end() {
    isSourceOver = true
    attempt { () throws(EncoderError) in try encoder.markAsFinished() }
  }

  func advance() {
    if isOver {
      if !hasSaidEnd { ended() }
      hasSaidEnd = true
      return
    }
    attempt { () throws(EncoderError) in
      try encoder.advance()
      while let unit = encoder.nextUnit() {
        do throws(EncoderError) { try output(unit) } catch {
          hasOutputFailed = true
          throw error
        }
      }
    }
  }

  private var hasOutputFailed = false

  func register(in set: inout WaitSet, until limit: MediaTime?) {
    if isOver { return }
    encoder.register(in: &set)
    if mayTake(until: limit) { source.register(in: &set) }
  }

  private func attempt(_ body: () throws(EncoderError) -> Void) {
    if failure != nil { return }
    do throws(EncoderError) { try body() } catch {
      failure = error
      while !hasOutputFailed, let unit = encoder.nextUnit() { if (try? output(unit)) == nil { break } }
      encoder.invalidate()
    }
  }
}
