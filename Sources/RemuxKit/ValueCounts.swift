/// Counts how often values such as durations occur, up to 256 different ones.
package struct ValueCounts {
  private var counts: [Int64: Int] = [:]

  package init() {}

  package mutating func add(_ value: Int64) {
    if counts.count < 256 || counts[value] != nil { counts[value, default: 0] += 1 }
  }

  /// The most common value, the largest if several are; nil if there is none.
  package var common: (value: Int64, count: Int)? {
    counts.max { $0.value != $1.value ? $0.value < $1.value : $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The most common value as a duration; nil if it is 0 or there is none.
  var duration: UInt32? {
    guard let common, common.value > 0 else { return nil }
    return UInt32(exactly: common.value)
  }
}
