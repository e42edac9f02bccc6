import BitstreamKit

/// Compares a clock of two files sample by sample: times that are shifted by a constant, or that have another rate, differ once.
///
/// After a difference, two explanations are kept as long as the samples fit both: that all times are shifted from here on, or that the
/// intervals are longer or shorter from the sample before on, as after a change of the frame rate.
struct ClockComparison {
  /// The largest difference that rounding explains, in nanoseconds.
  let tolerance: Int64
  /// The shift that is expected, in nanoseconds; nil before the first sample, and while the rate is another.
  private var shift: Int64?
  /// The number of samples since the difference. A rate fits the first of them in any case, and a few more if they are displaced.
  private var sampleCount = 0
  /// So many samples prove another rate.
  private static let minSamples = 4
  /// The last sample that was as expected before the difference.
  private var anchor: (a: Int64, b: Int64)?
  /// The bounds of the rate, by which intervals of `a` are multiplied, that all samples since `anchor` fit; nil if there is none.
  private var rate: ClosedRange<Double>?
  /// The sample before.
  private var last: (a: Int64, b: Int64)?

  /// - Parameter tolerance: the largest difference that rounding explains, in nanoseconds.
  init(tolerance: Int64) { self.tolerance = tolerance }

  /// The bounds of the factor between intervals of both files since the last difference; nil if its shift explains what followed.
  var factor: ClosedRange<Double>? { shift == nil && sampleCount >= Self.minSamples ? rate : nil }

  /// Compares times of a sample, in nanoseconds.
  /// - Parameter base: the shift to expect of the first sample.
  /// - Returns: whether the sample differs from what was expected.
  mutating func differs(_ a: Int64, _ b: Int64, base: Int64) -> Bool {
    defer { last = (a, b) }
    sampleCount += 1
    if last == nil { shift = base }
    if let anchor, rate != nil { rate = narrowed(a &- anchor.a, b &- anchor.b) }
    if let shift, (b &- a &- shift).magnitude <= UInt64(tolerance) { return false }
    if rate != nil {
      shift = nil
      return false
    }
    shift = b &- a
    // Before the first sample, both clocks start at 0.
    let origin = last ?? (0, base)
    (anchor, sampleCount) = (origin, 1)
    rate = 0...Double.greatestFiniteMagnitude
    rate = narrowed(a &- origin.a, b &- origin.b)
    return true
  }

  /// The bounds of the rate after a sample with these distances from the anchor; nil if no rate fits.
  private func narrowed(_ a: Int64, _ b: Int64) -> ClosedRange<Double>? {
    guard let rate else { return nil }
    if a == 0 { return b.magnitude <= UInt64(tolerance) ? rate : nil }
    let (distance, other) = (Double(a.magnitude), a < 0 ? -Double(b) : Double(b))
    let low = max(rate.lowerBound, (other - Double(tolerance)) / distance)
    let high = min(rate.upperBound, (other + Double(tolerance)) / distance)
    return low <= high ? low...high : nil
  }

  /// The number with the fewest decimals within bounds, such as `0.8333`; at most 9 decimals.
  static func shortest(in bounds: ClosedRange<Double>) -> String {
    let middle = bounds.lowerBound / 2 + bounds.upperBound / 2
    var unit = 1.0
    for places in 0...9 {
      let scaled = (middle * unit).rounded()
      if scaled >= 1, bounds.contains(scaled / unit) || places == 9 {
        let digits = "\(Int64(saturating: scaled))"
        let zeros = String(repeating: "0", count: max(0, places + 1 - digits.count))
        return places == 0 ? digits : (zeros + digits).dropLast(places) + "." + (zeros + digits).suffix(places)
      }
      unit *= 10
    }
    return "0"
  }
}
