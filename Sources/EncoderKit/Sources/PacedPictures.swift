import BitstreamKit
import FileIO

/// Paces another source in real time: no picture is delivered before its time, for live output.
public final class PacedPictures: PictureSource {
  private let source: any PictureSource
  private let rate: ExactRatio
  private let clock: () -> UInt64
  /// The clock value at which the first picture was delivered, and its time.
  private var start: (clock: UInt64, time: MediaTime)?
  /// A picture not delivered yet, and when it is due.
  private var held: (picture: VideoPicture, due: UInt64)?

  /// - Parameter rate: the speed relative to real time.
  public convenience init(_ source: any PictureSource, rate: ExactRatio) {
    self.init(source, rate: rate, clock: monotonicNanoseconds)
  }

  init(_ source: any PictureSource, rate: ExactRatio, clock: @escaping () -> UInt64) {
    self.source = source
    self.rate = rate
    self.clock = clock
  }

  public var format: PictureFormat? { source.format }
  public var pictureCount: UInt64? { source.pictureCount }
  public var isLive: Bool { source.isLive }

  public var clockTime: MediaTime? {
    guard let start else { return nil }
    // Microseconds are far below the length of a picture.
    let elapsed = Double(clock() &- start.clock) / 1e3 * Double(rate.numerator) / Double(max(1, rate.denominator))
    return MediaTime(value: Int64(saturating: elapsed), timescale: 1_000_000).map { start.time + $0 }
  }

  public func next() throws(EncoderError) -> SourceStep {
    if held == nil {
      let step = try source.next()
      guard case .picture(let picture) = step else { return step }
      held = (picture, due(picture.presentationTimeStamp))
    }
    guard let (picture, due) = held, due <= clock() else { return .wait }
    held = nil
    return .picture(picture)
  }

  private func due(_ time: MediaTime) -> UInt64 {
    guard let start else {
      let now = clock()
      start = (now, time)
      return now
    }
    let seconds = (time.subtracting(start.time)?.seconds ?? 0) * Double(rate.denominator) / Double(max(1, rate.numerator))
    // Times of years and more are as good as no time.
    return start.clock + UInt64(saturating: max(0, min(seconds, 1e9)) * 1e9)
  }

  public func register(in set: inout WaitSet) {
    guard let held else { return source.register(in: &set) }
    let now = clock()
    if held.due > now { set.limit(to: Int(clamping: (held.due - now + 999_999) / 1_000_000)) } else { set.limit(to: 0) }
  }

  public func invalidate() { source.invalidate() }
}
