import BitstreamKit
import FileIO

/// Audio source, encoder and output.
final class SoundLane {
  let source: any AudioSource
  let encoder: ProcessAudioEncoder
  private let output: (EncodedAudioUnit) throws(EncoderError) -> Void
  private(set) var failure: EncoderError?
  private var isSourceOver = false
  /// Samples of the source that have not been enqueued: a file is read in portions of seconds and more.
  private var samples: ArraySlice<UInt8> = []
  /// Units that wait for the pictures of their time.
  private var units = FIFO<EncodedAudioUnit>()
  private let ended: () -> Void
  private var hasReportedEnd = false

  init(
    _ source: any AudioSource, _ encoder: ProcessAudioEncoder, _ output: @escaping (EncodedAudioUnit) throws(EncoderError) -> Void,
    _ ended: @escaping () -> Void
  ) {
    self.ended = ended
    self.source = source
    self.encoder = encoder
    self.output = output
  }

  var isOver: Bool { failure != nil || encoder.isFinished && units.isEmpty }

  private func mayTake(until limit: MediaTime?) -> Bool {
    !isSourceOver && encoder.isReadyForMoreSamples && (limit.map { encoder.endOfInput <= $0 } ?? true)
  }

  /// Takes samples up to a time.
  /// - Parameters:
  ///   - limit: the time; nil for all.
  ///   - isCut: whether the samples that have not been taken are left out.
  /// - Returns: whether any were taken.
  func take(until limit: MediaTime?, isCut: Bool) -> Bool {
    if !isSourceOver, isCut { end() }
    guard mayTake(until: limit) else { return false }
    var took = true
    attempt { () throws(EncoderError) in
      if samples.isEmpty {
        switch try source.next() {
        case .samples(let bytes): samples = bytes[...]
        case .wait: took = false
        case .end: end()
        }
      }
      if samples.isEmpty { return }
      guard let format = source.format else { return samples = [] }
      let left = limit.flatMap { ($0 - encoder.endOfInput).value(in: format.sampleRate) } ?? .max
      // At least one frame, and at most those that are there.
      let frames = min(Int64(samples.count / format.bytesPerFrame), max(1, left))
      let count = max(1, Int(frames)) * format.bytesPerFrame
      try encoder.enqueue(Array(samples.prefix(count)), format)
      samples = samples.dropFirst(count)
    }
    return took
  }

  private func end() {
    (isSourceOver, samples) = (true, [])
    attempt { () throws(EncoderError) in try encoder.markAsFinished() }
  }

  /// Passes on what the encoder has made.
  /// - Parameters:
  ///   - limit: the time up to which units are passed on; nil for all.
  ///   - end: the time from which on units are left out; nil for none.
  func advance(until limit: MediaTime?, cutAt end: MediaTime?) {
    if isOver {
      if !hasReportedEnd { ended() }
      hasReportedEnd = true
      return
    }
    attempt { () throws(EncoderError) in
      try encoder.advance()
      while let unit = encoder.nextUnit() { units.append(unit) }
      while let unit = units.first, limit.map({ unit.presentationTimeStamp <= $0 }) ?? true {
        _ = units.takeFirst()
        if let end, unit.presentationTimeStamp >= end { continue }
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
      while !hasOutputFailed, let unit = units.takeFirst() ?? encoder.nextUnit() { if (try? output(unit)) == nil { break } }
      encoder.invalidate()
    }
  }
}
