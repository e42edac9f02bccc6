/// A first-in, first-out queue. Each element is moved at most once, and removed elements release their memory.
struct FIFO<Element> {
  private var elements: [Element?] = []
  private var from = 0

  /// The number of queued elements.
  var count: Int { elements.count - from }
  var isEmpty: Bool { from == elements.count }
  /// The oldest element; nil if the queue is empty.
  var first: Element? { isEmpty ? nil : elements[from] }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Removes and returns the oldest element; nil if the queue is empty.
  mutating func takeFirst() -> Element? {
    if isEmpty { return nil }
    let taken = elements[from]
    elements[from] = nil
    from += 1
    if from == elements.count {
      elements.removeAll(keepingCapacity: true)
      from = 0
    } else if from > 64, from * 2 > elements.count {
      elements.removeSubrange(..<from)
      from = 0
    }
    return taken
  }

  mutating func removeAll() { (elements, from) = ([], 0) }
}
