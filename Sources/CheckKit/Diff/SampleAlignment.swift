import BitstreamKit

/// A step of an alignment of two sequences of samples. Indices count from the start of the windows that were aligned.
package enum AlignmentStep: Equatable, Sendable {
  /// The samples are equal.
  case match(Int, Int)
  /// One sample corresponds to the other, with different bytes.
  case change(Int, Int)
  /// Only the first sequence has the sample.
  case removal(Int)
  /// Only the second sequence has the sample.
  case insertion(Int)
}

/// Aligns two windows of samples by their hashes.
///
/// Hashes that occur once in both windows are anchors: the longest chain of them in increasing order (patience) is kept. Between anchors,
/// the shortest edit script of at most `maxEdits` steps (Myers) is taken, and without one samples are paired in order. The work is
/// proportional to the size of the windows, times `maxEdits` at worst.
package struct SampleAlignment {
  /// The longest edit script that is searched between two anchors.
  static let maxEdits = 64

  private let a: [UInt64]
  private let b: [UInt64]
  /// The steps, in order.
  package private(set) var steps: [AlignmentStep] = []
  /// The number of samples of each window that the steps consume.
  package private(set) var consumed = (a: 0, b: 0)
  /// Whether nothing in the windows could be aligned, and larger windows may help.
  package private(set) var isLost = false
  /// The number of comparisons that were made, for tests.
  package private(set) var work = 0

  /// Aligns two windows. Exchanging them exchanges the steps.
  /// - Parameters:
  ///   - isLast: whether the sequences end with the windows. If not, samples after the last anchor are left for the next windows.
  ///   - mayGrow: whether larger windows are possible. If not, samples are paired in order where nothing else is found.
  package init(_ a: [UInt64], _ b: [UInt64], isLast: Bool, mayGrow: Bool = false) {
    let isExchanged = Self.isBehind(a, b)
    (self.a, self.b) = isExchanged ? (b, a) : (a, b)
    let anchors = anchors()
    for (place, other) in anchors { align(to: place, other) }
    let isShort = max(consumed.a, consumed.b) < max(a.count, b.count) / 4
    if isLast {
      align(to: self.a.count, self.b.count)
    } else if isShort {
      alignOpen(mayGrow: mayGrow && anchors.isEmpty)
    }
    if isExchanged { exchange() }
  }

  /// Whether the windows are aligned in the other order, so that their order does not matter.
  private static func isBehind(_ a: [UInt64], _ b: [UInt64]) -> Bool {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] { return a[index] > b[index] }
    return a.count > b.count
  }

  private mutating func exchange() {
    consumed = (consumed.b, consumed.a)
    for index in steps.indices {
      switch steps[index] {
      case .match(let i, let j): steps[index] = .match(j, i)
      case .change(let i, let j): steps[index] = .change(j, i)
      case .removal(let i): steps[index] = .insertion(i)
      case .insertion(let j): steps[index] = .removal(j)
      }
    }
  }

  // MARK: - Anchors

  /// Pairs of equal samples that occur once in each window, in increasing order of both indices.
  private mutating func anchors() -> [(Int, Int)] {
    var places: [UInt64: (a: Int, b: Int)] = [:]
    places.reserveCapacity(a.count)
    // −1: none yet. −2: several.
    for (index, hash) in a.enumerated() { places[hash] = (places[hash] == nil ? index : -2, -1) }
    for (index, hash) in b.enumerated() {
      guard let place = places[hash] else { continue }
      places[hash] = (place.a, place.b == -1 ? index : -2)
    }
    work += a.count + b.count
    var pairs: [(Int, Int)] = []
    for (index, hash) in a.enumerated() {
      if let place = places[hash], place.a == index, place.b >= 0 { pairs.append((index, place.b)) }
    }
    return longestIncreasing(pairs)
  }

  /// The longest chain of pairs whose second indices increase too.
  private mutating func longestIncreasing(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
    /// The pair that ends the best chain of each length.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        work += 1
        if pairs[ends[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var chain: [(Int, Int)] = []
    var place = ends.last ?? -1
    while place >= 0 {
      chain.append(pairs[place])
      place = previous[place]
    }
    return chain.reversed()
  }

  // MARK: - Between anchors

  private mutating func match() {
    steps.append(.match(consumed.a, consumed.b))
    (consumed.a, consumed.b) = (consumed.a + 1, consumed.b + 1)
  }

  private mutating func change() {
    steps.append(.change(consumed.a, consumed.b))
    (consumed.a, consumed.b) = (consumed.a + 1, consumed.b + 1)
  }

  private mutating func remove() {
    steps.append(.removal(consumed.a))
    consumed.a += 1
  }

  private mutating func insert() {
    steps.append(.insertion(consumed.b))
    consumed.b += 1
  }

  private mutating func skipEqual(_ endA: Int, _ endB: Int) {
    while consumed.a < endA, consumed.b < endB, a[consumed.a] == b[consumed.b] {
      work += 1
      match()
    }
  }

  /// Aligns all samples before two indices.
  private mutating func align(to endA: Int, _ endB: Int) {
    skipEqual(endA, endB)
    // Equal samples at the end of the gap are matched last.
    var (lastA, lastB) = (endA, endB)
    while lastA > consumed.a, lastB > consumed.b, a[lastA - 1] == b[lastB - 1] {
      work += 1
      (lastA, lastB) = (lastA - 1, lastB - 1)
    }
    let edits = lastA > consumed.a && lastB > consumed.b ? script(lastA, lastB, isOpen: false) : []
    if let edits { take(edits) }
    pair(lastA, lastB)
    skipEqual(endA, endB)
  }

  /// Aligns samples until one of the windows ends.
  private mutating func alignOpen(mayGrow: Bool) {
    if let edits = script(a.count, b.count, isOpen: true) { return take(edits) }
    if mayGrow {
      isLost = true
    } else {
      // Half of the windows is paired in order; the rest is tried again.
      let half = max(1, min(a.count - consumed.a, b.count - consumed.b) / 2)
      pair(consumed.a + half, consumed.b + half)
    }
  }

  /// Pairs samples in order.
  private mutating func pair(_ endA: Int, _ endB: Int) {
    while consumed.a < endA, consumed.b < endB {
      if a[consumed.a] == b[consumed.b] { match() } else { change() }
    }
    while consumed.a < endA { remove() }
    while consumed.b < endB { insert() }
  }

  /// Takes a script of edits: a removal next to an insertion is a change.
  private mutating func take(_ edits: [Edit]) {
    var (removals, insertions) = (0, 0)
    for edit in edits {
      switch edit {
      case .remove: removals += 1
      case .insert: insertions += 1
      case .keep:
        pair(consumed.a + removals, consumed.b + insertions)
        (removals, insertions) = (0, 0)
        match()
      }
    }
    pair(consumed.a + removals, consumed.b + insertions)
  }

  private enum Edit {
    case keep
    case remove
    case insert
  }

  /// The shortest script that turns the samples up to `endA` into those up to `endB`; nil if it has more than `maxEdits` steps.
  ///
  /// E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
  /// - Parameter isOpen: whether the script may end where either window does.
  private mutating func script(_ endA: Int, _ endB: Int, isOpen: Bool) -> [Edit]? {
    let (n, m) = (endA - consumed.a, endB - consumed.b)
    let limit = min(Self.maxEdits, n + m)
    var furthest = [Int](repeating: 0, count: 2 * limit + 3)
    var history: [[Int]] = []
    for edits in 0...limit {
      history.append(furthest)
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let place = diagonal + limit + 1
        let goesDown = diagonal == -edits || diagonal != edits && furthest[place - 1] < furthest[place + 1]
        var x = goesDown ? furthest[place + 1] : furthest[place - 1] + 1
        var y = x - diagonal
        while x < n, y < m, a[consumed.a + x] == b[consumed.b + y] {
          work += 1
          (x, y) = (x + 1, y + 1)
        }
        work += 1
        furthest[place] = x
        if x <= n, y <= m, isOpen ? x == n || y == m : x == n && y == m { return trace(history, x, y, limit) }
      }
    }
    return nil
  }

  /// The script that led to a place.
  private func trace(_ history: [[Int]], _ endX: Int, _ endY: Int, _ limit: Int) -> [Edit] {
    var edits: [Edit] = []
    var (x, y) = (endX, endY)
    for number in stride(from: history.count - 1, through: 0, by: -1) {
      let furthest = history[number]
      let diagonal = x - y
      let place = diagonal + limit + 1
      let goesDown = diagonal == -number || diagonal != number && furthest[place - 1] < furthest[place + 1]
      let startX = number == 0 ? 0 : goesDown ? furthest[place + 1] : furthest[place - 1] + 1
      while x > startX, y > 0 {
        edits.append(.keep)
        (x, y) = (x - 1, y - 1)
      }
      if number == 0 { break }
      edits.append(goesDown ? .insert : .remove)
      if goesDown { y -= 1 } else { x -= 1 }
    }
    return edits.reversed()
  }
}
