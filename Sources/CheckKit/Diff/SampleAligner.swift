import BitstreamKit
import RemuxKit

/// Receives the alignment of two tracks.
package protocol AlignmentReceiver: AnyObject {
  /// The samples have the same bytes.
  func match(_ a: DiffSample, _ b: DiffSample) throws(MediaError)
  /// The samples have the same bytes, and another place among their neighbours. Called when `b` is reached.
  func move(_ a: DiffSample, _ b: DiffSample) throws(MediaError)
  /// One sample corresponds to the other.
  func change(_ a: DiffSample, _ b: DiffSample) throws(MediaError)
  /// Only the first track has the sample.
  func remove(_ a: DiffSample) throws(MediaError)
  /// Only the second track has the sample.
  func insert(_ b: DiffSample) throws(MediaError)
}

/// Aligns the samples of two tracks in windows, so that memory does not grow with their number.
package struct SampleAligner {
  private let a: any SampleSupply
  private let b: any SampleSupply
  /// The number of samples in a window at first, now, and at most.
  private let (leastSize, maxSize): (Int, Int)
  private var size: Int
  private let receiver: any AlignmentReceiver
  private var left: [DiffSample] = []
  private var right: [DiffSample] = []
  private var (leftFrom, rightFrom) = (0, 0)
  private var (isLeftOver, isRightOver) = (false, false)
  /// The number of comparisons that were made, for tests.
  package private(set) var work = 0
  /// The largest number of samples that were held.
  package private(set) var maxHeldSize = 0

  /// - Parameter windowSize: the largest number of samples of each track that are held, at least 16. Fewer are, until that does not suffice.
  package init(_ a: any SampleSupply, _ b: any SampleSupply, windowSize: Int, to receiver: any AlignmentReceiver) {
    self.a = a
    self.b = b
    maxSize = max(16, windowSize)
    leastSize = min(maxSize, 1 << 12)
    size = leastSize
    self.receiver = receiver
  }

  /// Reads both tracks to their ends.
  package mutating func run() throws(MediaError) {
    while true {
      // Equal samples need no window.
      while try fill(1), left[leftFrom].hash == right[rightFrom].hash {
        work += 1
        try receiver.match(left[leftFrom], right[rightFrom])
        (leftFrom, rightFrom) = (leftFrom + 1, rightFrom + 1)
      }
      _ = try fill(size)
      if leftFrom == left.count, rightFrom == right.count { return }
      try alignWindows()
    }
  }

  /// Fills both windows with `count` samples; false if one of the tracks is over and its window empty.
  private mutating func fill(_ count: Int) throws(MediaError) -> Bool {
    try Self.fill(&left, &leftFrom, &isLeftOver, a, count)
    try Self.fill(&right, &rightFrom, &isRightOver, b, count)
    maxHeldSize = max(maxHeldSize, max(left.count, right.count))
    return leftFrom < left.count && rightFrom < right.count
  }

  private static func fill(
    _ window: inout [DiffSample], _ from: inout Int, _ isOver: inout Bool, _ supply: any SampleSupply, _ count: Int
  ) throws(MediaError) {
    if window.count - from >= count || isOver { return }
    if from == window.count || count > 1 {
      window.removeSubrange(..<from)
      from = 0
    }
    while window.count - from < count {
      guard let sample = try supply.next() else {
        isOver = true
        return
      }
      window.append(sample)
    }
  }

  private mutating func alignWindows() throws(MediaError) {
    if leftFrom > 0 { left.removeSubrange(..<leftFrom) }
    if rightFrom > 0 { right.removeSubrange(..<rightFrom) }
    (leftFrom, rightFrom) = (0, 0)
    let alignment = SampleAlignment(
      left.map { $0.hash }, right.map { $0.hash }, isLast: isLeftOver && isRightOver, mayGrow: size < maxSize)
    work += alignment.work
    if alignment.isLost {
      size = min(maxSize, size * 2)
      return
    }
    size = leastSize
    let moves = moves(alignment.steps)
    for step in alignment.steps {
      switch step {
      case .match(let i, let j): try receiver.match(left[i], right[j])
      case .change(let i, let j): try receiver.change(left[i], right[j])
      case .removal(let i): if !moves.removed.contains(i) { try receiver.remove(left[i]) }
      case .insertion(let j):
        if let i = moves.inserted[j] { try receiver.move(left[i], right[j]) } else { try receiver.insert(right[j]) }
      }
    }
    // One of the windows can be empty, at the end of its track.
    (leftFrom, rightFrom) = alignment.consumed
    if leftFrom == 0, rightFrom == 0 { try giveUp() }
  }

  /// Consumes the windows of tracks of which one is over: the other has more samples than a window holds.
  private mutating func giveUp() throws(MediaError) {
    if isLeftOver, left.isEmpty {
      for sample in right { try receiver.insert(sample) }
      rightFrom = right.count
    } else if isRightOver, right.isEmpty {
      for sample in left { try receiver.remove(sample) }
      leftFrom = left.count
    } else {
      if !left.isEmpty, !right.isEmpty { try receiver.change(left[0], right[0]) }
      (leftFrom, rightFrom) = (min(1, left.count), min(1, right.count))
    }
  }

  /// Removals and insertions of the same sample: the removed indices, and for each inserted index the removed one.
  private func moves(_ steps: [AlignmentStep]) -> (removed: Set<Int>, inserted: [Int: Int]) {
    var removals: [UInt64: [Int]] = [:]
    for case .removal(let i) in steps { removals[left[i].hash, default: []].append(i) }
    var (removed, inserted): (Set<Int>, [Int: Int]) = ([], [:])
    if removals.isEmpty { return (removed, inserted) }
    for case .insertion(let j) in steps {
      guard var places = removals[right[j].hash], let i = places.popLast() else { continue }
      removals[right[j].hash] = places
      removed.insert(i)
      inserted[j] = i
    }
    return (removed, inserted)
  }
}
