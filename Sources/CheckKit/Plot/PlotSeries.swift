import BitstreamKit

/// Values over an axis, joined into at most `maxBins` bins of the same width: the width doubles when the values go on.
struct PlotSeries {
  static let maxBins = 1024

  /// The values of a bin.
  struct Bin {
    var count: UInt64 = 0
    var least = 0.0
    var greatest = 0.0
    var sum = 0.0
    /// The class of the greatest value, and whether a group begins.
    var kind: UInt8 = 0
    var isStart = false

    mutating func add(_ other: Bin) {
      if other.count == 0 { return }
      if count == 0 || other.greatest > greatest { kind = other.kind }
      least = count == 0 ? other.least : min(least, other.least)
      greatest = count == 0 ? other.greatest : max(greatest, other.greatest)
      sum += other.sum
      count += other.count
      isStart = isStart || other.isStart
    }
  }

  /// What the legend calls it.
  let name: String
  /// The place of the first bin on the axis, and the width of a bin.
  private(set) var start: Double?
  private(set) var width: Double
  private(set) var bins: [Bin] = []

  /// - Parameter width: the width of a bin at first, greater than 0.
  init(_ name: String, width: Double) { (self.name, self.width) = (name, width) }

  /// Adds a value. A place before the first one counts as the first.
  mutating func add(_ place: Double, _ value: Double, kind: UInt8 = 0, isStart: Bool = false) {
    guard place.isFinite, value.isFinite else { return }
    let first = start ?? place
    start = first
    let distance = max(0, place - first)
    while distance / width >= Double(Self.maxBins), width < 1e15 { halve() }
    let index = min(Self.maxBins - 1, Int(saturating: distance / width))
    while bins.count <= index { bins.append(Bin()) }
    bins[index].add(Bin(count: 1, least: value, greatest: value, sum: value, kind: kind, isStart: isStart))
  }

  private mutating func halve() {
    for index in 0..<(bins.count + 1) / 2 {
      var bin = bins[2 * index]
      if 2 * index + 1 < bins.count { bin.add(bins[2 * index + 1]) }
      bins[index] = bin
    }
    bins.removeSubrange(((bins.count + 1) / 2)...)
    width *= 2
  }

  /// The place of a bin's first value.
  func place(_ index: Int) -> Double { (start ?? 0) + Double(index) * width }
}
