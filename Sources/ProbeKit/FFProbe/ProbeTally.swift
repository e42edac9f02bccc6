import AACKit
import BitstreamKit
import RemuxKit

/// Statistics of the samples of a track. Times are in units of the track's time scale.
struct ProbeTally {
  /// Number of samples whose presentation times are recorded.
  private static let maxClose = 64
  /// Number of samples whose decoding times are recorded.
  private static let maxTimes = 600

  private(set) var count: Int64 = 0
  private(set) var bytes: UInt64 = 0
  private(set) var firstPresentation: Int64?
  private(set) var firstDecode: Int64 = 0
  /// The smallest composition offset; 0 or less.
  private(set) var leastOffset: Int64 = 0
  /// End time of the last sample in decoding order.
  private(set) var end: Int64 = 0
  private(set) var first: MediaSample?
  /// Duration of the first sample, and the number of samples with another duration.
  private var step: UInt32 = 0
  private var others: Int64 = 0
  private var isLastOther = false
  private var times: [Int64] = []
  private var decodeTimes: [Int64] = []
  /// The only edit of the media; nil without an edit list, and with several.
  private let edit: ProbeEdit?
  /// What the samples say about the edit.
  private(set) var leadIn = ProbeLeadIn()

  init(_ edit: ProbeEdit? = nil) { self.edit = edit }

  mutating func add(_ sample: MediaSample) {
    if count == 0 {
      first = sample
      firstDecode = sample.decodeTime
      firstPresentation = sample.presentationTime
      step = sample.duration
    }
    leastOffset = min(leastOffset, sample.presentationTime &- sample.decodeTime)
    if let edit { leadIn.add(sample, number: Int(clamping: count), edit, firstDecode: firstDecode) }
    count += 1
    bytes &+= sample.size
    end = sample.decodeTime.addingReportingOverflow(Int64(sample.duration)).partialValue
    isLastOther = sample.duration != step
    if isLastOther { others += 1 }
    if times.count < Self.maxClose { times.append(sample.presentationTime) }
    if decodeTimes.count < Self.maxTimes { decodeTimes.append(sample.decodeTime) }
  }

  /// The number of samples to add one by one before `extend`.
  static var maxRecorded: Int { maxTimes }

  /// Whether what the edit says about samples is known.
  var isEditKnown: Bool { edit.map { edit in decodeTimes.last.map { edit.shown.lowerBound <= $0 } ?? true } ?? true }

  /// Takes the rest of a track whose samples are alike: `count` samples in all.
  mutating func extend(to count: Int, size: UInt32, duration: UInt32) {
    let more = max(0, Int64(count) &- self.count)
    self.count &+= more
    bytes &+= UInt64(more) &* UInt64(size)
    end = end &+ more &* Int64(duration)
  }

  /// The configuration with what the decoder finds in the first frame of AAC: SBR, and parametric stereo with a single channel, as FFmpeg
  /// assumes.
  func withImplicitSBR(_ configuration: MediaConfiguration, in input: ProbeInput) -> MediaConfiguration {
    guard case .aac(let config) = configuration, let first, var signalled = config.signallingReplication(of: first, in: input) else {
      return configuration
    }
    if config.coreChannelCount == 1 { signalled.syncExtension?.sbr?.psPresentFlag = true }
    return .aac(signalled)
  }

  var duration: Int64 { end.subtractingReportingOverflow(firstDecode).partialValue }
  /// The common duration of all samples, the last one excepted; nil if durations vary.
  var constantStep: UInt32? { count > 0 && step > 0 && (others == 0 || (others == 1 && isLastOther && count > 1)) ? step : nil }

  /// The maximum number of samples decoded before a sample that is presented before them.
  var reorderDepth: Int {
    var depth = 0
    for (place, time) in times.enumerated() {
      var overtaken = 0
      for earlier in times[..<place] where earlier > time { overtaken += 1 }
      depth = max(depth, overtaken)
    }
    return depth
  }

  /// Frame rate measured over the first decoding times; unknown for fewer than two samples.
  func rate(timescale: Int64) -> ProbeRatio {
    let first = decodeTimes.prefix(Self.maxClose)
    guard let low = first.first, let high = first.last, high > low else { return .unknown }
    return ProbeRatio(reducing: UInt64(first.count - 1) * UInt64(timescale), UInt64(high - low))
  }

  /// The lowest frame rate that has all recorded decoding times; nil if none is found.
  /// - Parameters:
  ///   - shift: what is added to the times.
  ///   - limit: the number of steps after which FFmpeg stops.
  func lowestRate(timescale: Int64, shift: Int64 = 0, limit: Int = .max) -> ProbeRatio? {
    let count = limit < Self.maxTimes ? 2 * limit : Self.maxTimes
    return ProbeFrameRate.estimate(decodeTimes.prefix(count).map { $0 &+ shift }, timescale: timescale, limit: limit)
  }

  /// The standard frame rate nearest to a measured one.
  static func usual(_ rate: ProbeRatio) -> ProbeRatio {
    if rate.denominator == 0 { return rate }
    var best = rate
    var distance = 0.02
    for candidate in usualRates {
      let off = (candidate.value / rate.value - 1).magnitude
      if off < distance { (best, distance) = (candidate, off) }
    }
    return best
  }

  private static let usualRates: [ProbeRatio] =
    [ProbeRatio(24000, 1001), ProbeRatio(30000, 1001), ProbeRatio(60000, 1001)] + (1...60).map { ProbeRatio($0, 1) }
    + [ProbeRatio(25, 2), ProbeRatio(15, 2), ProbeRatio(90, 1), ProbeRatio(100, 1), ProbeRatio(120, 1)]
}
