/// The order counts or presentation times of the last pictures: no more than a decoded picture buffer holds can be out of order.
struct RecentOrders {
  private var counts: [Int64] = []
  /// The place of the oldest count, once all places are taken.
  private var oldest = 0
  /// No count is higher.
  private var highest = Int64.min
  private let limit: Int

  /// - Parameter limit: the number of pictures.
  init(limit: Int) { self.limit = limit }

  /// The number of counts.
  var count: Int { counts.count }

  mutating func removeAll() {
    counts.removeAll(keepingCapacity: true)
    (oldest, highest) = (0, .min)
  }

  /// Adds a count.
  mutating func append(_ count: Int64) {
    highest = max(highest, count)
    if counts.count < limit {
      counts.append(count)
    } else {
      counts[oldest] = count
      oldest = (oldest &+ 1) % limit
    }
  }

  /// How many counts are above another one, and whether one equals it.
  func compare(_ count: Int64) -> (above: Int, isRepeated: Bool) {
    if count > highest { return (0, false) }
    var (above, equal) = (0, 0)
    for other in counts {
      above &+= other > count ? 1 : 0
      equal &+= other == count ? 1 : 0
    }
    return (above, equal > 0)
  }

  func contains(_ count: Int64) -> Bool { count <= highest && counts.contains(count) }
}
