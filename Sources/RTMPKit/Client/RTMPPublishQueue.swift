/// What waits between a source and a server that may be slow or away: bounded by the age of what waits and by its bytes.
///
/// Where a bound is passed, pictures go up to the next key picture that may stay, so that what follows can be decoded; configurations
/// and metadata stay. The first picture behind a gap is a key picture.
public struct RTMPPublishQueue: Sendable {
  private struct Entry: Sendable {
    var tag: RTMPTag
    /// By the caller's clock, milliseconds.
    var arrival: Int64
  }

  /// So long may a picture wait, in milliseconds; nil where it may wait for ever.
  public let mostAge: Int64?
  /// So many bytes may wait.
  public let mostBytes: Int
  /// Bytes that wait.
  public private(set) var byteCount = 0
  /// Pictures that were left out.
  public private(set) var droppedPictures: UInt64 = 0
  /// Frames of sound that were left out.
  public private(set) var droppedSounds: UInt64 = 0
  /// Pictures that were handed out.
  public private(set) var sentPictures: UInt64 = 0
  /// Frames of sound that were handed out.
  public private(set) var sentSounds: UInt64 = 0
  /// The longest that a picture has waited before it was handed out, in milliseconds.
  public private(set) var longestWait: Int64 = 0
  /// The longest that a picture or frame of sound has waited, whether it was handed out or left out then, in milliseconds.
  public private(set) var oldestAge: Int64 = 0

  private var entries: [Entry] = []
  private var first = 0
  /// Pictures are left out until a key picture comes.
  private var needsKey = false
  private var isGivenUp = false
  /// What a server has been told, or would have been: the last of each kind.
  private var heads: [RTMPTag] = []

  /// A queue of which nothing waits.
  /// - Parameters:
  ///   - mostAge: milliseconds, 1 or more; nil for no bound.
  ///   - mostBytes: bytes, 1 or more.
  public init(mostAge: Int64?, mostBytes: Int) {
    self.mostAge = mostAge
    self.mostBytes = mostBytes
  }

  /// How many parts wait.
  public var count: Int { entries.count - first }
  /// When the picture or sound came that has waited longest; nil where none waits.
  public var oldestArrival: Int64? {
    for index in first..<entries.count where !entries[index].tag.isHead { return entries[index].arrival }
    return nil
  }

  /// Adds a part.
  /// - Parameter now: milliseconds of a clock that does not run backwards.
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

  /// Leaves out what has waited too long, or is too much.
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
      // Of two configurations with nothing between them that a decoder sees, the later one holds.
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

  /// Takes the part that comes next.
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

  /// A server begins anew: what waits begins with a key picture, where there are pictures at all.
  /// - Returns: what it has to be told before.
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

  /// Nobody will ever take anything any more: what waits is left out, and so is all that comes.
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
    // Each part is moved once at most.
    if first >= 32, first * 2 >= entries.count {
      entries.removeSubrange(..<first)
      first = 0
    }
  }

  private func isFreshSound(_ entry: Entry, _ now: Int64) -> Bool {
    guard entry.tag.kind == .sound, byteCount <= mostBytes, let mostAge else { return false }
    return now - entry.arrival <= mostAge
  }

  private mutating func count(dropped tag: RTMPTag) {
    switch tag.kind {
    case .picture: droppedPictures += 1
    case .sound: droppedSounds += 1
    default: break
    }
  }

  /// Before which part everything but configurations goes; nil where all may stay. Without a key picture that may stay, all goes.
  private mutating func firstToStay(_ now: Int64) -> Int? {
    let isOld = mostAge.map { age in oldestArrival.map { now - $0 > age } ?? false } ?? false
    guard isOld || byteCount > mostBytes else { return nil }
    var left = byteCount
    var hasPictures = needsKey
    var firstFresh = entries.count
    for index in first..<entries.count {
      let entry = entries[index]
      let isFresh = mostAge.map { now - entry.arrival <= $0 } ?? true
      if isFresh, left <= mostBytes {
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
