/// What waits in a row: added behind, taken in front. Each element is moved once at most, and one that was taken holds no memory.
struct FIFO<Element> {
  private var elements: [Element?] = []
  private var from = 0

  /// How many wait.
  var count: Int { elements.count - from }
  var isEmpty: Bool { from == elements.count }
  /// The one that has waited longest; nil where none does.
  var first: Element? { isEmpty ? nil : elements[from] }

  mutating func append(_ element: Element) { elements.append(element) }

  /// Takes the one that has waited longest; nil where none does.
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
