import BitstreamKit
import Testing

@Test(arguments: 0..<20 as Range<UInt64>) func aHeapGivesItsElementsInOrder(seed: UInt64) {
  var generator = Generator(seed: seed)
  let numbers = (0..<200).map { _ in Int(generator.upTo(50)) }
  var heap = MinHeap<Int>()
  for number in numbers { heap.insert(number) }
  var sorted: [Int] = []
  while let first = heap.first {
    #expect(heap.removeFirst() == first)
    sorted.append(first)
  }
  #expect(sorted == numbers.sorted())
  #expect(heap.isEmpty && heap.removeFirst() == nil)
}

@Test func replacingTheFirstMergesSequences() {
  let lanes = [[1, 4, 9, 20], [2, 4, 5], [], [0, 30]]
  var next = lanes.map { $0.dropFirst() }
  var heap = MinHeap<Head>()
  var merged: [Int] = []
  for (lane, numbers) in lanes.enumerated() { if let first = numbers.first { heap.insert(Head(number: first, lane: lane)) } }
  while let first = heap.first {
    merged.append(first.number)
    if let following = next[first.lane].popFirst() {
      heap.replaceFirst(Head(number: following, lane: first.lane))
    } else {
      heap.removeFirst()
    }
  }
  #expect(merged == lanes.joined().sorted())
}

private struct Head: Comparable {
  var number: Int
  var lane: Int
  static func < (a: Head, b: Head) -> Bool { (a.number, a.lane) < (b.number, b.lane) }
}
