// The standard library's sort is compiled for each type of element and each comparison, 3 KB a time. This one sorts positions, and is
// compiled once.

/// The numbers below `count` so that none `precedes` the one before it; equal ones keep their order.
@usableFromInline @inline(never) package func ordering(_ count: Int, by precedes: (_ a: Int, _ b: Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: precedes)
}

extension Collection {
  /// The elements so that none `precedes` the one before it; equal ones keep their order.
  @inlinable package func ordered(by precedes: (_ a: Element, _ b: Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return ordering(elements.count) { precedes(elements[$0], elements[$1]) }.map { elements[$0] }
  }
}

extension Collection where Element: Comparable {
  /// The elements in ascending order.
  @inlinable package func ordered() -> [Element] { ordered(by: <) }
}

extension Array {
  /// The number of elements at the start for which `isBefore` holds, found by bisection: it holds for none after the first for which it does not.
  @inlinable package func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
