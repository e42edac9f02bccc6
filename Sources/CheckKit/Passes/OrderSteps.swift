/// The steps of picture order counts in output order.
///
/// Encoders count in steps of one size. A few that differ are pictures that are missing, or whose count is damaged.
struct OrderSteps {
  /// A step from one count to the next.
  struct Step {
    var from: Int
    var to: Int
    /// The place of the later picture in the file.
    var offset: UInt64
    var size: UInt64
  }

  /// The pictures that wait, in output order, from `first` on.
  private var waiting: [Step] = []
  private var first = 0
  private var last: Int?
  /// The most frequent sizes of steps, with the numbers of their steps and the first steps of each size.
  private var sizes: [(size: Int, count: Int, first: [Step])] = []
  private var total = 0

  /// Counts that wait for lower ones: more than any decoder reorders.
  private static let maxWaiting = 17
  private static let maxGiven = 64
  private static let maxSizes = 16
  private static let maxKept = 8

  /// Takes a picture in decoding order.
  mutating func take(_ count: Int, startsOrder: Bool, _ offset: UInt64, _ size: UInt64) {
    if startsOrder { endSequence() }
    let step = Step(from: count, to: count, offset: offset, size: size)
    var place = waiting.count
    while place > first, waiting[place &- 1].to > count { place &-= 1 }
    if place == waiting.count { waiting.append(step) } else { waiting.insert(step, at: place) }
    if waiting.count &- first <= Self.maxWaiting { return }
    give(waiting[first])
    first &+= 1
    // Moving them for each picture takes longer than the rest.
    if first == Self.maxGiven {
      waiting.removeFirst(first)
      first = 0
    }
  }

  private mutating func endSequence() {
    for step in waiting[first...] { give(step) }
    waiting.removeAll(keepingCapacity: true)
    first = 0
    last = nil
  }

  private mutating func give(_ picture: Step) {
    defer { last = picture.to }
    guard let last, picture.to > last else { return }
    var step = picture
    step.from = last
    total += 1
    let size = picture.to &- last
    var index = 0
    while index < sizes.count, sizes[index].size != size { index &+= 1 }
    if index < sizes.count {
      sizes[index].count += 1
      if sizes[index].first.count < Self.maxKept { sizes[index].first.append(step) }
    } else if index < Self.maxSizes {
      sizes.append((size, 1, [step]))
    }
  }

  /// Ends the stream. Returns the usual step and the steps of other sizes; nil if they are too many to be faults.
  mutating func finish() -> (usual: Int, others: [Step])? {
    endSequence()
    guard let usual = sizes.max(by: { $0.count < $1.count }), total >= 8, total - usual.count <= max(4, total / 50),
      usual.count >= total * 3 / 4
    else { return nil }
    var others: [Step] = []
    for entry in sizes where entry.size != usual.size { others += entry.first }
    return (usual.size, others)
  }
}
