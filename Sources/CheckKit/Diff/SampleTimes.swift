import BitstreamKit
import ProbeKit
import RemuxKit

/// The difference of the clocks of two files, which tracks of different containers share.
final class DiffClock {
  /// The offset of the first sample that was compared, in nanoseconds; nil before it.
  var presentation: Int64?
  var decode: Int64?

  /// - Parameter isShared: whether both files are of the same container, whose times are compared as they are.
  init(isShared: Bool) { if isShared { (presentation, decode) = (0, 0) } }
}

/// Compares times, durations and flags of samples that belong together.
///
/// A sample whose times differ from those of its partner as much as the sample before is not reported: the first sample of a shift or of
/// another rate is.
struct SampleTimes {
  /// A difference that was found: reported at the end of the track, after those of the samples.
  private struct Entry {
    var a: DiffSide
    var b: DiffSide
  }

  /// One of the clocks of a track.
  private struct Clock {
    let name: String
    var comparison: ClockComparison
    /// The position of its last difference in `entries`, and its text without what follows from it; nil if there is none.
    var last: (place: Int, words: String)?
  }

  /// The largest number of differences that are kept in words.
  private static let maxKept = 1 << 12

  private let scaleA: UInt32
  private let scaleB: UInt32
  private let shiftA: Int64
  private let shiftB: Int64
  /// The largest difference that rounding explains, in nanoseconds.
  private let tolerance: Int64
  private let clock: DiffClock
  private let comparesKeys: Bool
  private let comparesDependency: Bool
  private let limit: Int
  private var presentation: Clock
  private var decode: Clock
  private var duration: Int64 = 0
  private var dependency = 0
  private var entries: [Entry] = []
  private var furtherCount = 0

  init(_ files: (a: DiffFile, b: DiffFile), _ a: MediaTrack, _ b: MediaTrack, _ clock: DiffClock, _ options: DiffOptions) {
    (scaleA, scaleB) = (max(1, a.timescale ?? 1), max(1, b.timescale ?? 1))
    (shiftA, shiftB) = (files.a.shift(of: a), files.b.shift(of: b))
    let unit = 1_000_000_000 / Int64(min(scaleA, scaleB))
    // Times of FLV are sums of two rounded numbers.
    let isFLV = files.a.reader.container == .flv || files.b.reader.container == .flv
    let isOtherClock = files.a.reader.container != files.b.reader.container
    tolerance = isFLV && isOtherClock ? 2 * unit : scaleA == scaleB ? unit / 2 : unit
    self.clock = clock
    presentation = Clock(name: "presentation time", comparison: ClockComparison(tolerance: tolerance))
    decode = Clock(name: "decoding time", comparison: ClockComparison(tolerance: tolerance))
    comparesKeys = a.kind == .video && !options.ignores("sync")
    let isMovie = files.a.reader.container == .mp4 && files.b.reader.container == .mp4
    comparesDependency = isMovie && !options.ignores("dependency")
    limit = options.showsAll ? .max : Self.maxKept
  }

  /// Compares two samples.
  /// - Parameter isMoved: whether their times differ because they have another place.
  mutating func take(_ a: DiffSample, _ b: DiffSample, isMoved: Bool = false) {
    let sample = (a: a, b: b)
    if isMoved {
      let shown = nanoseconds(b.media.presentationTime &+ shiftB, scaleB) &- nanoseconds(a.media.presentationTime &+ shiftA, scaleA)
      if (shown &- (clock.presentation ?? shown)).magnitude > UInt64(tolerance) {
        let times = seconds(a.media.presentationTime &+ shiftA, b.media.presentationTime &+ shiftB)
        add(sample, "presentation time \(times.a) s", "presentation time \(times.b) s")
      }
    } else {
      compareTimes(sample)
    }
    compareDuration(sample)
    if comparesKeys, a.media.isKey != b.media.isKey { add(sample, keyWords(a), keyWords(b)) }
    // 0 is not known.
    if comparesDependency, a.media.dependency != 0, b.media.dependency != 0 {
      let change = Int(a.media.dependency) << 8 | Int(b.media.dependency)
      if a.media.dependency != b.media.dependency, change != dependency {
        add(sample, "dependency flags \(a.media.dependency)", "dependency flags \(b.media.dependency), from here on")
      }
      dependency = a.media.dependency == b.media.dependency ? 0 : change
    }
  }

  /// Reports the differences in a section of their own.
  mutating func finish(_ report: DiffReport, _ tracks: DiffTracks) {
    settle(presentation.last, presentation.comparison.factor)
    settle(decode.last, decode.comparison.factor)
    if entries.isEmpty { return }
    report.section(.times, of: tracks, "times")
    for entry in entries { report.add(Difference(.changed, entry.a, entry.b, count: 1)) }
    for _ in 0..<furtherCount { report.add(Difference(.changed, nil, nil, count: 1)) }
  }

  private mutating func compareTimes(_ sample: (a: DiffSample, b: DiffSample)) {
    let (a, b) = (sample.a.media, sample.b.media)
    let shown = (a: nanoseconds(a.presentationTime &+ shiftA, scaleA), b: nanoseconds(b.presentationTime &+ shiftB, scaleB))
    let decoded = (a: nanoseconds(a.decodeTime &+ shiftA, scaleA), b: nanoseconds(b.decodeTime &+ shiftB, scaleB))
    let bases = (shown: clock.presentation ?? (shown.b &- shown.a), decoded: clock.decode ?? (decoded.b &- decoded.a))
    (clock.presentation, clock.decode) = (bases.shown, bases.decoded)
    let (shift, delay) = (shown.b &- shown.a &- bases.shown, decoded.b &- decoded.a &- bases.decoded)
    let factors = (shown: presentation.comparison.factor, decoded: decode.comparison.factor)
    let isShown = presentation.comparison.differs(shown.a, shown.b, base: bases.shown)
    let isDecoded = decode.comparison.differs(decoded.a, decoded.b, base: bases.decoded)
    let isBoth = isShown && isDecoded && !differs(shift, delay)
    if isShown {
      settle(presentation.last, factors.shown)
      let times = seconds(a.presentationTime &+ shiftA, b.presentationTime &+ shiftB)
      let decoding = seconds(a.decodeTime &+ shiftA, b.decodeTime &+ shiftB)
      let words = timeWords(times.b, isBoth ? decoding.b : nil)
      presentation.last = (entries.count, words)
      add(sample, timeWords(times.a, isBoth ? decoding.a : nil), words + " (\(signed(shift)) s from here on)")
    }
    if isDecoded {
      settle(decode.last, factors.decoded)
      decode.last = nil
      if isBoth { return }
      let times = seconds(a.decodeTime &+ shiftA, b.decodeTime &+ shiftB)
      let words = "\(decode.name) \(times.b) s"
      decode.last = (entries.count, words)
      add(sample, "\(decode.name) \(times.a) s", words + " (\(signed(delay)) s from here on)")
    }
  }

  /// The presentation time, and the decoding time if both differ.
  private func timeWords(_ shown: String, _ decoded: String?) -> String {
    guard let decoded else { return "\(presentation.name) \(shown) s" }
    return shown == decoded ? "presentation and decoding time \(shown) s" : "presentation time \(shown) s, decoding time \(decoded) s"
  }

  /// Says of the last difference of a clock that intervals are longer or shorter after it, if the samples after it have shown this.
  private mutating func settle(_ last: (place: Int, words: String)?, _ factor: ClosedRange<Double>?) {
    guard let factor, let last, last.place < entries.count else { return }
    entries[last.place].b.value = last.words + " (intervals are \(ClockComparison.shortest(in: factor)) times as long from here on)"
  }

  private mutating func compareDuration(_ sample: (a: DiffSample, b: DiffSample)) {
    let (a, b) = (sample.a.media.duration, sample.b.media.duration)
    if a == 0 || b == 0 { return }
    let change = nanoseconds(Int64(b), scaleB) &- nanoseconds(Int64(a), scaleA)
    if change.magnitude > UInt64(tolerance), differs(change, duration) {
      let times = seconds(Int64(a), Int64(b))
      add(sample, "duration \(times.a) s", "duration \(times.b) s")
    }
    duration = change
  }

  private mutating func add(_ sample: (a: DiffSample, b: DiffSample), _ a: String, _ b: String) {
    guard entries.count < limit else {
      furtherCount += 1
      return
    }
    let shown = (a: seconds(sample.a, scaleA), b: seconds(sample.b, scaleB))
    entries.append(
      Entry(a: DiffSide(a, sample: sample.a.number, seconds: shown.a), b: DiffSide(b, sample: sample.b.number, seconds: shown.b)))
  }

  private func differs(_ a: Int64, _ b: Int64) -> Bool { (a &- b).magnitude > UInt64(tolerance) }

  private func keyWords(_ sample: DiffSample) -> String { sample.media.isKey ? "sync sample" : "not a sync sample" }

  private func seconds(_ sample: DiffSample, _ scale: UInt32) -> Double { Double(sample.media.presentationTime) / Double(scale) }

  /// Two times in seconds: with milliseconds or, where these are the same, with as many decimals as tell them apart.
  private func seconds(_ a: Int64, _ b: Int64) -> (a: String, b: String) {
    let times = (a: Double(a) / Double(scaleA), b: Double(b) / Double(scaleB))
    let short = (a: decimal(times.a), b: decimal(times.b))
    return short.a == short.b ? (decimal(times.a, places: 9), decimal(times.b, places: 9)) : short
  }

  private func signed(_ nanoseconds: Int64) -> String {
    let seconds = Double(nanoseconds) / 1e9
    let short = decimal(seconds)
    let text = short == "0" ? decimal(seconds, places: 9) : short
    return nanoseconds >= 0 ? "+" + text : text
  }

  /// A time in nanoseconds, at most those of 64 bits.
  private func nanoseconds(_ value: Int64, _ scale: UInt32) -> Int64 {
    let product = value.magnitude.multipliedFullWidth(by: 1_000_000_000)
    guard product.high < UInt64(scale) else { return value < 0 ? .min / 4 : .max / 4 }
    let quotient = UInt64(scale).dividingFullWidth(product).quotient
    let bounded = Int64(clamping: min(quotient, UInt64(Int64.max / 4)))
    return value < 0 ? -bounded : bounded
  }
}
