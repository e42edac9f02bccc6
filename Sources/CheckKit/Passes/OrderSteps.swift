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

  private var waiting: [Step] = []
  private var last: Int?
  /// The most frequent sizes of steps, with the numbers of their steps and the first steps of each size.
  private var sizes: [(size: Int, count: Int, first: [Step])] = []
  private var total = 0

  /// Counts that wait for lower ones: more than any decoder reorders.
  private static let maxWaiting = 17
  private static let maxSizes = 16
  private static let maxKept = 8

  /// Takes a picture in decoding order.
  mutating func take(_ count: Int, startsOrder: Bool, _ offset: UInt64, _ size: UInt64) {
    if startsOrder { endSequence() }
    let place = waiting.lastIndex { $0.to <= count }.map { $0 + 1 } ?? 0
    waiting.insert(Step(from: count, to: count, offset: offset, size: size), at: place)
    if waiting.count > Self.maxWaiting { give(waiting.removeFirst()) }
  }

  private mutating func endSequence() {
    for step in waiting { give(step) }
    waiting.removeAll(keepingCapacity: true)
    last = nil
  }

  private mutating func give(_ picture: Step) {
    defer { last = picture.to }
    guard let last, picture.to > last else { return }
    var step = picture
    step.from = last
    total += 1
    let size = picture.to &- last
    if let index = sizes.firstIndex(where: { $0.size == size }) {
      sizes[index].count += 1
      if sizes[index].first.count < Self.maxKept { sizes[index].first.append(step) }
    } else if sizes.count < Self.maxSizes {
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
