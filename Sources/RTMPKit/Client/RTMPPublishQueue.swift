/// The queue between a source and a server that may be slow or disconnected, bounded by age and by size.
///
/// When a bound is exceeded, pictures are dropped up to the next keyframe within the bounds, so that the rest is decodable;
/// configurations and metadata are kept. The first picture after a gap is always a keyframe.
public struct RTMPPublishQueue: Sendable {
  private struct Entry: Sendable {
    var tag: RTMPTag
    /// The arrival time in milliseconds of the caller's clock.
    var arrival: Int64
  }

  /// The maximum age of a queued picture in milliseconds; nil for no limit.
  public package(set) var maximumAge: Int64?
  /// The maximum number of queued bytes.
  public let maximumByteCount: Int
  /// The number of queued bytes.
  public private(set) var byteCount = 0
  /// The number of pictures dropped.
  public private(set) var droppedPictures: UInt64 = 0
  /// The number of audio frames dropped.
  public private(set) var droppedSounds: UInt64 = 0
  /// The number of pictures sent.
  public private(set) var sentPictures: UInt64 = 0
  /// The number of audio frames sent.
  public private(set) var sentSounds: UInt64 = 0
  /// The maximum time in milliseconds that a picture was queued before it was sent.
  public private(set) var longestWait: Int64 = 0
  /// The maximum time in milliseconds that a picture or audio frame was queued, sent or dropped.
  public private(set) var oldestAge: Int64 = 0

  private var entries: [Entry] = []
  private var first = 0
  /// Whether pictures are dropped until a keyframe arrives.
  package private(set) var needsKey = false
  private var isGivenUp = false
  /// The current configurations and metadata: the last tag of each kind that left the queue.
  private var heads: [RTMPTag] = []

  /// Creates an empty queue.
  /// - Parameters:
  ///   - maximumAge: the maximum age in milliseconds, at least 1; nil for no limit.
  ///   - maximumByteCount: the maximum number of bytes, at least 1.
  public init(maximumAge: Int64?, maximumByteCount: Int) {
    self.maximumAge = maximumAge
    self.maximumByteCount = maximumByteCount
  }

  /// The number of queued tags.
  public var count: Int { entries.count - first }
  /// The arrival time of the oldest queued picture or audio frame; nil if there is none.
  public var oldestArrival: Int64? {
    for index in first..<entries.count where !entries[index].tag.isHead { return entries[index].arrival }
    return nil
  }

  /// Appends a tag.
  /// - Parameter now: milliseconds of a monotonic clock.
  public mutating func push(_ tag: RTMPTag, now: Int64) {
    if isGivenUp { return count(dropped: tag) }
    if case .picture(let isKey) = tag.kind {
      if isKey { needsKey = false }
      if needsKey {
        droppedPictures += 1
        return
      }
    }
    entries.append(Entry(tag: tag, arrival: now))
    byteCount += tag.body.count
    expire(now: now)
  }

  /// Drops tags that exceed the age or size limit.
  public mutating func expire(now: Int64) {
    guard let start = firstToStay(now) else { return }
    var kept: [Entry] = []
    var size = 0
    for index in first..<entries.count {
      let entry = entries[index]
      if index < start, !entry.tag.isHead, !isFreshSound(entry, now) {
        count(dropped: entry.tag)
        oldestAge = max(oldestAge, now - entry.arrival)
        continue
      }
      // Of consecutive configurations without media between them, the last one replaces the others.
      var place = kept.count - 1
      while entry.tag.isHead, place >= 0, kept[place].tag.isHead {
        if entry.tag.replaces(kept[place].tag) {
          size -= kept[place].tag.body.count
          kept.remove(at: place)
          break
        }
        place -= 1
      }
      kept.append(entry)
      size += entry.tag.body.count
    }
    (entries, first, byteCount) = (kept, 0, size)
  }

  /// Removes and returns the next tag.
  public mutating func pop(now: Int64) -> RTMPTag? {
    expire(now: now)
    guard first < entries.count else { return nil }
    let entry = entries[first]
    remove(1)
    if entry.tag.isHead { keep(entry.tag) }
    if !entry.tag.isHead { oldestAge = max(oldestAge, now - entry.arrival) }
    switch entry.tag.kind {
    case .picture:
      sentPictures += 1
      longestWait = max(longestWait, now - entry.arrival)
    case .sound: sentSounds += 1
    default: break
    }
    return entry.tag
  }

  /// Prepares for a new connection: drops queued tags up to a keyframe, if the stream has pictures.
  /// - Returns: the configurations and metadata to send first.
  public mutating func restart() -> [RTMPTag] {
    var hasPictures = needsKey || sentPictures + droppedPictures > 0
    var key: Int?
    for index in first..<entries.count {
      guard case .picture(let isKey) = entries[index].tag.kind else { continue }
      hasPictures = true
      if isKey {
        key = index
        break
      }
    }
    guard hasPictures else { return heads }
    let end = key ?? entries.count
    for index in first..<end {
      let tag = entries[index].tag
      if tag.isHead { keep(tag) } else { count(dropped: tag) }
    }
    remove(end - first)
    needsKey = key == nil
    return heads
  }

  /// Drops all queued and all future tags, after the connection is lost permanently.
  public mutating func giveUp() {
    for entry in entries[first...] { count(dropped: entry.tag) }
    (entries, first, byteCount, isGivenUp) = ([], 0, 0, true)
  }

  // MARK: -

  private mutating func keep(_ tag: RTMPTag) {
    if let index = heads.firstIndex(where: { tag.replaces($0) }) { heads[index] = tag } else { heads.append(tag) }
  }

  private mutating func remove(_ number: Int) {
    for index in first..<first + number { byteCount -= entries[index].tag.body.count }
    first += number
    // Each tag is moved at most once.
    if first >= 32, first * 2 >= entries.count {
      entries.removeSubrange(..<first)
      first = 0
    }
  }

  private func isFreshSound(_ entry: Entry, _ now: Int64) -> Bool {
    guard entry.tag.kind == .sound, byteCount <= maximumByteCount, let maximumAge else { return false }
    return now - entry.arrival <= maximumAge
  }

  private mutating func count(dropped tag: RTMPTag) {
    switch tag.kind {
    case .picture: droppedPictures += 1
    case .sound: droppedSounds += 1
    default: break
    }
  }

  /// Returns the index of the first tag to keep; of earlier ones only configurations, metadata and recent audio are kept. nil if nothing
  /// exceeds the limits. If the stream has pictures but no keyframe within the limits, no picture is kept.
  private mutating func firstToStay(_ now: Int64) -> Int? {
    let isOld = maximumAge.map { age in oldestArrival.map { now - $0 > age } ?? false } ?? false
    guard isOld || byteCount > maximumByteCount else { return nil }
    var left = byteCount
    var hasPictures = needsKey
    var firstFresh = entries.count
    for index in first..<entries.count {
      let entry = entries[index]
      let isFresh = maximumAge.map { now - entry.arrival <= $0 } ?? true
      if isFresh, left <= maximumByteCount {
        firstFresh = min(firstFresh, index)
        if case .picture(isKey: true) = entry.tag.kind { return index }
      }
      if case .picture = entry.tag.kind { hasPictures = true }
      left -= entry.tag.body.count
    }
    if !hasPictures { return firstFresh }
    needsKey = true
    return entries.count
  }
}
