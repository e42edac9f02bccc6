import Testing

@testable import CheckKit

@Suite struct ClockComparisonTests {
  /// The samples that differ, of times in milliseconds.
  private func differences(_ times: [(Int64, Int64)], tolerance: Int64 = 1) -> ([Int], ClosedRange<Double>?) {
    var clock = ClockComparison(tolerance: tolerance)
    let found = times.indices.filter { clock.differs(times[$0].0, times[$0].1, base: 0) }
    return (found, clock.factor)
  }

  @Test func aShiftDiffersOnce() {
    let times = (0..<100).map { (index: Int64) -> (Int64, Int64) in (index * 40, index * 40 + (index < 50 ? 0 : 7)) }
    let (found, factor) = differences(times)
    #expect(found == [50])
    #expect(factor == nil)
  }

  @Test(arguments: [25.0 / 30, 1001.0 / 1000, 2, 0.5, 30.0 / 25])
  func anotherRateDiffersOnce(factor: Double) throws {
    // In decoding order, with pictures that are shown later.
    let order = (0..<3000).map { (index: Int64) -> Int64 in (index % 2 == 0 ? index + 3 : index) * 40 }
    let (found, bounds) = differences(order.map { (time: Int64) -> (Int64, Int64) in (time, Int64((Double(time) * factor).rounded())) })
    #expect(found.count == 1)
    #expect(try #require(bounds).contains(factor))
  }

  /// A picture that is shown a unit later is no change of the rate, although a rate fits it and the next one.
  @Test func aDisplacedSampleIsNoOtherRate() throws {
    let order: [Int64] = [0, 120, 40, 80, 240, 160, 200, 360, 280, 320]
    let times = order.indices.map { (Int64(order[$0]) * 1000, Int64(order[$0]) * 1000 + ($0 == 4 ? 78 : 0)) }
    var clock = ClockComparison(tolerance: 39)
    var factors: [ClosedRange<Double>] = []
    for (a, b) in times {
      if let factor = clock.factor { factors.append(factor) }
      _ = clock.differs(a, b, base: 0)
    }
    #expect(factors.isEmpty && clock.factor == nil)
  }

  @Test func aRateThatChangesBackDiffersTwice() throws {
    var (times, b): ([(Int64, Int64)], Int64) = ([], 0)
    for index in 0..<300 {
      times.append((Int64(index) * 40, b))
      b += (100..<200).contains(index) ? 50 : 40
    }
    let (found, _) = differences(times)
    #expect(found == [101, 201])
  }

  @Test func theFirstSampleMayDiffer() {
    let (found, factor) = differences([(0, 500), (40, 540), (80, 580), (120, 620)])
    #expect(found == [0])
    #expect(factor == nil)
  }

  @Test(arguments: [
    (0.8333...0.83335, "0.8333"), (0.79...0.86, "0.8"), (1.9...2.2, "2"), (0.9989...0.9991, "0.999"), (0.0031...0.0044, "0.004"),
  ])
  func factorsHaveFewDecimals(bounds: ClosedRange<Double>, text: String) {
    #expect(ClockComparison.shortest(in: bounds) == text)
  }
}
