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

  /// The number of counts above another one.
  func number(above count: Int64) -> Int { count >= highest ? 0 : counts.count { $0 > count } }

  func contains(_ count: Int64) -> Bool { count <= highest && counts.contains(count) }
}
