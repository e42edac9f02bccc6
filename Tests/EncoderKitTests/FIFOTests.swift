import Testing

@testable import EncoderKit

@Test func whatWaitsComesInOrder() {
  var queue = FIFO<Int>()
  #expect(queue.isEmpty && queue.first == nil && queue.takeFirst() == nil)
  var (next, expected) = (0, 0)
  for round in 0..<500 {
    for _ in 0..<(round % 7) {
      queue.append(next)
      next += 1
    }
    for _ in 0..<(round % 5) where !queue.isEmpty {
      #expect(queue.first == expected && queue.takeFirst() == expected)
      expected += 1
    }
    #expect(queue.count == next - expected)
  }
  #expect(expected > 900 && queue.count > 64)
  queue.removeAll()
  #expect(queue.isEmpty && queue.takeFirst() == nil)
}

/// Pictures are large: one that was taken is gone at once.
@Test func whatIsTakenIsNotHeld() {
  final class Picture {}
  var queue = FIFO<Picture>()
  weak var taken: Picture?
  do {
    let picture = Picture()
    taken = picture
    queue.append(picture)
    queue.append(Picture())
  }
  #expect(taken != nil)
  _ = queue.takeFirst()
  #expect(taken == nil && queue.count == 1)
}
