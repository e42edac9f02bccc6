/// A binary heap whose first element is the least: merges many ordered sequences in O(log n) a step.
public struct MinHeap<Element: Comparable> {
  @usableFromInline var elements: [Element] = []

  /// An empty heap.
  @inlinable public init() {}

  /// The least element; nil for an empty heap.
  @inlinable public var first: Element? { elements.first }
  /// True without elements.
  @inlinable public var isEmpty: Bool { elements.isEmpty }

  /// Inserts an element. O(log n).
  @inlinable public mutating func insert(_ element: Element) {
    elements.append(element)
    var index = elements.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      if !(elements[index] < elements[parent]) { return }
      elements.swapAt(index, parent)
      index = parent
    }
  }

  /// Replaces the least element. O(log n); an empty heap stays empty.
  @inlinable public mutating func replaceFirst(_ element: Element) {
    if elements.isEmpty { return }
    elements[0] = element
    siftDown()
  }

  /// Removes and returns the least element; nil for an empty heap. O(log n).
  @inlinable @discardableResult public mutating func removeFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    replaceFirst(last)
    return first
  }

  /// Removes all elements and keeps the memory.
  @inlinable public mutating func removeAll() { elements.removeAll(keepingCapacity: true) }

  @inlinable mutating func siftDown() {
    var index = 0
    while 2 * index + 1 < elements.count {
      var child = 2 * index + 1
      if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
      if !(elements[child] < elements[index]) { return }
      elements.swapAt(index, child)
      index = child
    }
  }
}

extension MinHeap: Sendable where Element: Sendable {}
