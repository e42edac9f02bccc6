/// FFmpeg's estimate of a frame rate: the lowest rate of which all decoding times are multiples, or else the usual rate that fits them best.
enum ProbeFrameRate {
  /// How often it discards the rates that do not fit.
  private static let sieve = 10
  /// A rate fits if the variance of the errors is below, in squared frames.
  private static let maxError = 0.01
  private static let maxCandidateError = 0.04
  /// The unit of usual rates: 12012 of them are 1 Hz, so that twelfths of a frame and 1000/1001 are whole numbers.
  private static let unit: Int64 = 12012

  /// Multiples of 1/12 Hz up to 30 Hz, whole rates up to 60 Hz, some higher, and those of 1000/1001.
  private static let usualRates: [Int64] =
    (1...360).map { $0 * 1001 } + (31...60).map { $0 * 12012 } + [80, 120, 240].map { $0 * 12012 }
    + [24, 30, 60, 12, 15, 48].map { $0 * 12000 }

  /// How well times fit a rate, with frames that start at whole ticks, and at half ones.
  private struct Candidate {
    let rate: Int64
    var sums = (0.0, 0.0)
    var squares = (0.0, 0.0)

    mutating func add(_ seconds: Double) {
      let ticks = seconds * Double(rate) / Double(ProbeFrameRate.unit)
      let whole = ticks - ticks.rounded(.toNearestOrEven)
      let half = ticks + 0.5 - (ticks + 0.5).rounded(.toNearestOrEven)
      sums = (sums.0 + whole, sums.1 + half)
      squares = (squares.0 + whole * whole, squares.1 + half * half)
    }

    func errors(_ count: Int) -> (Double, Double) {
      let (first, second) = (sums.0 / Double(count), sums.1 / Double(count))
      return (squares.0 / Double(count) - first * first, squares.1 / Double(count) - second * second)
    }
  }

  /// - Parameters:
  ///   - times: the decoding times of the first frames.
  ///   - limit: the number of steps between them after which FFmpeg stops.
  /// - Returns: nil if no rate fits.
  static func estimate(_ times: [Int64], timescale: Int64, limit: Int = .max) -> ProbeRatio? {
    guard timescale > 0, times.count > 2 else { return nil }
    var candidates = usualRates.map { Candidate(rate: $0) }
    var (count, total, common) = (0, 0.0, 0 as UInt64)
    var last = times[0]
    for time in times.dropFirst() where count < limit {
      let (step, overflow) = time.subtractingReportingOverflow(last)
      last = time
      if step <= 0 || overflow { continue }
      for place in candidates.indices { candidates[place].add(Double(time) / Double(timescale)) }
      count += 1
      total += Double(step)
      if count % sieve == 0 {
        candidates.removeAll {
          let errors = $0.errors(count)
          return min(errors.0, errors.1) > maxCandidateError
        }
      }
      // The first steps may jitter.
      if count > 3 { common = divisor(common, UInt64(step)) }
    }
    if count > 15, common > UInt64(max(1, timescale / 500)) { return ProbeRatio(reducing: UInt64(timescale), common) }
    if count < 2 { return nil }
    // FFmpeg adds up durations from the third frame on.
    let span = max(0, (Double(times[min(times.count - 1, count)]) - Double(times[2])) / Double(timescale))
    let mean = total / Double(count) / Double(timescale)
    var best: (rate: Int64?, error: Double) = (nil, maxError)
    for candidate in candidates {
      let period = Double(unit) / Double(candidate.rate)
      let isLong = span > 0 ? span >= period * 11.5 / 12 : candidate.rate >= unit
      if !isLong || mean < period * 0.8 { continue }
      let errors = candidate.errors(count)
      for error in [errors.0, errors.1] where error < best.error && best.error > 1e-9 { best = (candidate.rate, error) }
    }
    guard let rate = best.rate, Double(rate) / Double(unit) < 1.01 * Double(timescale) else { return nil }
    return ProbeRatio(reducing: UInt64(rate), UInt64(unit))
  }

  private static func divisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (a, b) = (first, second)
    while b > 0 { (a, b) = (b, a % b) }
    return a
  }
}
