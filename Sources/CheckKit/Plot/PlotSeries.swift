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
  /// Where the last value ends on the axis.
  private var end = -Double.infinity

  /// - Parameter width: the width of a bin at first, greater than 0.
  init(_ name: String, width: Double) { (self.name, self.width) = (name, width) }

  /// Adds a value. A place before the first one counts as the first.
  /// - Parameter length: how far the value reaches on the axis.
  mutating func add(_ place: Double, _ value: Double, length: Double = 0, kind: UInt8 = 0, isStart: Bool = false) {
    guard place.isFinite, value.isFinite else { return }
    end = max(end, place + length)
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

  /// The sums of the bins divided by their widths. The last bin ends with the last value; less than half a bin there belongs to the bin before.
  var rates: [(from: Double, to: Double, rate: Double)] {
    var found = bins.indices.map { (from: place($0), to: place($0 + 1), rate: bins[$0].sum / width) }
    guard let last = found.last, end > last.from, end < last.to else { return found }
    if end - last.from < width / 2, found.count > 1 {
      found.removeLast()
      let (sum, from) = (bins[bins.count - 2].sum + bins[bins.count - 1].sum, found[found.count - 1].from)
      found[found.count - 1] = (from, end, sum / (end - from))
    } else {
      found[found.count - 1] = (last.from, end, bins[bins.count - 1].sum / (end - last.from))
    }
    return found
  }
}
