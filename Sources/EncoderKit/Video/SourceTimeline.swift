import BitstreamKit

/// Assigns the times of source pictures to access units.
///
/// Pictures go in with their times, access units come out with their output positions: position n is the n-th input picture. With a
/// reorder depth of `depth`, unit n in decoding order is decoded at the presentation time of picture n − depth. That is never later than
/// the unit's own presentation time, since at most `depth` pictures are decoded before it and output after it, and it increases from unit
/// to unit however irregular the times are. The first `depth` units are decoded before the first picture's time or, after a restart,
/// between the last unit before and the first picture after it.
struct SourceTimeline {
  struct Times: Equatable {
    var presentation: MediaTime
    var decode: MediaTime
    var duration: MediaTime?
    var number: UInt64
  }

  private struct Entry {
    var time: MediaTime
    var duration: MediaTime?
  }

  /// The pictures of this run from number `firstKept` on.
  private var entries: [Entry] = []
  private var firstKept: UInt64 = 0
  /// The number of pictures before this run.
  private var before: UInt64
  /// The number of units output in this run.
  private var given: UInt64 = 0
  private var depth = 0
  /// The decoding time of the last unit, of this run or the previous one.
  private(set) var lastDecode: MediaTime?
  private let lastDecodeBefore: MediaTime?
  /// The presentation time of the first picture of this run.
  private var origin: MediaTime?

  /// Creates the timeline of a first run, or of one that follows another.
  init(after other: SourceTimeline? = nil) {
    before = other.map { $0.before + $0.taken } ?? 0
    lastDecode = other?.lastDecode
    lastDecodeBefore = lastDecode
  }

  /// The number of pictures of this run.
  var taken: UInt64 { firstKept + UInt64(entries.count) }
  /// The number of units of this run.
  var returned: UInt64 { given }

  /// Appends a picture.
  mutating func take(_ time: MediaTime, _ duration: MediaTime?) {
    if origin == nil { origin = time }
    entries.append(Entry(time: time, duration: duration))
  }

  /// Returns the times of the next unit in decoding order.
  /// - Returns: nil if there is no such picture, or a time is not representable.
  mutating func times(displayIndex: UInt64, depth: Int) -> Times? {
    if given == 0 { self.depth = max(0, depth) }
    guard let entry = entry(displayIndex), let decode = decodeTime(notAfter: entry.time) else { return nil }
    var duration = entry.duration
    if duration == nil, let next = self.entry(displayIndex + 1) { duration = next.time.subtracting(entry.time) }
    given += 1
    lastDecode = decode
    // Drops pictures that neither an output position nor a decoding time can refer to any more.
    let needed = given > UInt64(self.depth) ? given - UInt64(self.depth) : 0
    if needed > firstKept + 64 {
      let count = min(entries.count, Int(clamping: needed - firstKept))
      entries.removeFirst(count)
      firstKept += UInt64(count)
    }
    return Times(presentation: entry.time, decode: decode, duration: duration, number: before + displayIndex)
  }

  private func entry(_ index: UInt64) -> Entry? {
    guard index >= firstKept, let place = Int(exactly: index - firstKept), place < entries.count else { return nil }
    return entries[place]
  }

  private func decodeTime(notAfter shown: MediaTime) -> MediaTime? {
    if given >= UInt64(depth) {
      guard let time = entry(given - UInt64(depth))?.time else { return nil }
      // The stream reorders more than its declared depth.
      return min(time, shown)
    }
    guard let origin else { return nil }
    let place = Int64(given)
    if let last = lastDecodeBefore {
      guard let gap = origin.subtracting(last) else { return nil }
      return last.adding(Self.part(gap, place + 1, of: Int64(depth) + 1))
    }
    // As far before the first picture as picture `depth` is after it; until that is known, extrapolated from the pictures so far.
    let count = taken
    guard let own = entry(given)?.time ?? entries.last?.time else { return nil }
    if let far = entry(UInt64(depth))?.time { return far.subtracting(origin).flatMap { own.subtracting($0) } }
    guard let last = entries.last else { return nil }
    let step = last.duration ?? (count > 1 ? last.time.subtracting(origin).map { Self.part($0, 1, of: Int64(clamping: count - 1)) } : nil)
    let distance = step ?? MediaTime(value: 1, timescale: 25) ?? .zero
    let (ahead, overflow) = distance.value.multipliedReportingOverflow(by: Int64(depth) - place)
    return overflow ? nil : MediaTime(value: ahead, timescale: distance.timescale).flatMap { origin.subtracting($0) }
  }

  /// Returns `gap` · `numerator` / `denominator`, in a finer timescale if the gap has too few units.
  private static func part(_ gap: MediaTime, _ numerator: Int64, of denominator: Int64) -> MediaTime {
    var gap = gap
    if gap.value < denominator, let fine = gap.rescaled(to: UInt32(clamping: UInt64(gap.timescale) * UInt64(max(1, denominator)))) {
      gap = fine
    }
    let (quotient, remainder) = gap.value.quotientAndRemainder(dividingBy: max(1, denominator))
    gap.value = quotient * numerator + remainder * numerator / max(1, denominator)
    return gap
  }
}
