/// Counts the durations of samples, up to 256 different ones.
struct DurationCounts {
  private var counts: [UInt32: Int] = [:]

  mutating func add(_ duration: UInt32) {
    if counts.count < 256 || counts[duration] != nil { counts[duration, default: 0] += 1 }
  }

  /// The most common one, the longest if several are; nil if it is 0 or there is none.
  var common: UInt32? {
    let found = counts.max { $0.value != $1.value ? $0.value < $1.value : $0.key < $1.key }?.key ?? 0
    return found > 0 ? found : nil
  }
}
