import Testing

@testable import CheckKit

/// A million values stay in 1,024 bins, without losing any.
@Test func seriesAreBounded() {
  var series = PlotSeries("track 0", width: 0.001)
  var sum = 0.0
  for index in 0..<1_000_000 {
    let value = Double(index % 1000)
    series.add(Double(index) / 25, value, isStart: index % 250 == 0)
    sum += value
  }
  #expect(series.bins.count <= PlotSeries.maxBins && series.bins.count > PlotSeries.maxBins / 2)
  #expect(series.bins.reduce(0) { $0 + $1.count } == 1_000_000)
  #expect(series.bins.reduce(0) { $0 + $1.sum } == sum)
  #expect(series.bins.allSatisfy { $0.least >= 0 && $0.greatest <= 999 })
  #expect(series.place(series.bins.count - 1) + series.width >= 39_999.96)
}

/// Places that run backwards, far ahead or out of range do no harm.
@Test func seriesTakeAnyPlace() {
  var series = PlotSeries("track 0", width: 1)
  for place in [0.0, -5, 1e300, .infinity, .nan, 3] { series.add(place, place) }
  #expect(series.bins.count <= PlotSeries.maxBins)
  #expect(series.bins.reduce(0) { $0 + $1.count } == 4)
}

/// The last bin counts as far as there are values; a short end joins the bin before.
@Test(arguments: [(2.5, [800.0, 800, 800], 2.5), (2.25, [800, 800], 2.25), (0.5, [800], 0.5), (3, [800, 800, 800], 3)])
func theEndOfASeriesIsNoFall(_ seconds: Double, _ rates: [Double], _ end: Double) {
  var series = PlotSeries("track 0", width: 1)
  for index in 0..<Int(seconds * 8) { series.add(Double(index) / 8, 100, length: 0.125) }
  #expect(series.rates.map(\.rate) == rates)
  #expect(series.rates.last?.to == end)
  #expect(series.rates.first?.from == 0)
  #expect(zip(series.rates, series.rates.dropFirst()).allSatisfy { $0.to == $1.from })
}
