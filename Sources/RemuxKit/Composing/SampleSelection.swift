import BitstreamKit

/// Selects the samples of a track that are needed to show a range of it.
struct SampleSelection {
  /// The request; times are media times in units of the track's time scale.
  enum Request {
    /// All of the track.
    case whole
    /// All but these samples, in ascending order.
    case without([UInt64])
    /// This number of samples from the start.
    case first(UInt64)
    /// The samples needed to show everything from `from` up to `to`; an edit list hides the rest. The range begins between `from` and the
    /// next unit of the time scale if `isBetween`.
    case shown(from: Int64, to: Int64, isBetween: Bool = false)
    /// Whole groups of pictures: from the last key picture presented at or before `from`, to the first presented at or after `to`.
    case groups(from: Int64, to: Int64)
    /// Samples whose midpoint is in the range.
    case nearest(from: Int64, to: Int64)
  }

  /// The first sample, counted from 0.
  private(set) var first: UInt64 = 0
  /// The end of the samples, exclusive.
  private(set) var end: UInt64 = .max
  /// Samples in between that refer to pictures that were cut off, or are not wanted.
  private(set) var leftOut: [UInt64] = []
  /// Samples that the input calls key pictures, in ascending order, although gradual refreshes start there: a player that began with one
  /// would show wrong pictures or none. Empty if the selection need not begin before one.
  private(set) var refreshes: [UInt64] = []
  /// Decoding time of the first sample.
  private(set) var decodeStart: Int64 = 0
  /// End of the last sample's decoding duration.
  private(set) var decodeEnd: Int64 = 0
  /// Presentation time of the key picture that decoding starts with.
  private(set) var keyTime: Int64 = 0
  /// Earliest presentation time of the kept samples, audio pre-roll aside.
  private(set) var firstTime: Int64 = 0
  /// Latest presentation time of the kept samples.
  private(set) var lastTime: Int64 = .min
  /// Latest end of presentation of the kept samples.
  private(set) var shownEnd: Int64 = .min
  /// Number of kept samples; 0 for all.
  private(set) var count: UInt64 = 0
  /// Number of kept samples that are decoded but not shown.
  private(set) var hidden: UInt64 = 0
  /// The sample that is shown when the range begins and presented before; nil if one is presented as it begins, or a millisecond later.
  private(set) var opening: MediaSample?
  /// The number of `opening`.
  private(set) var openingOrdinal: UInt64 = 0

  /// The largest number of leading pictures to track.
  private static var maxLeading: Int { 1024 }

  /// Tells gradual refreshes from key pictures; nil where key pictures are those that the input calls so.
  private var finder: SliceTypeFinder?
  private var leading: [TrackWalk.Item] = []
  private var hasKey = false
  /// The sample that decoding starts with.
  private var start: MediaSample?
  /// Audio samples before the first one shown, kept as decoder pre-roll.
  private var before: [(ordinal: UInt64, time: Int64)] = []

  /// - Parameters:
  ///   - canHide: whether the target can decode samples without showing them.
  ///   - isJoined: whether other pictures precede.
  init(
    _ input: MediaInput, _ track: Int, _ survey: TrackSurvey, _ request: Request, canHide: Bool, isJoined: Bool = false
  ) throws(MediaError) {
    switch request {
    case .whole:
      (decodeStart, decodeEnd) = (survey.first?.decodeTime ?? 0, survey.decodeEnd)
      (keyTime, lastTime, shownEnd) = (survey.first?.presentationTime ?? 0, survey.lastComposition, survey.end)
      count = survey.count
      if isJoined { try findLeading(input, track) }
    case .without(let unwanted): try selectAll(input, track, without: unwanted)
    case .first(let number):
      (decodeStart, keyTime) = (survey.first?.decodeTime ?? 0, survey.first?.presentationTime ?? 0)
      end = number
      var walk = try TrackWalk(input, track)
      while let item = try walk.next(), item.ordinal < number { takeLast(item) }
    case .shown(let from, let to, let isBetween):
      try selectKeys(input, track, survey, from, to, isGroups: false)
      // With a walk of its own: the other is released, and only one holds the tables of a fragment in memory.
      try countHidden(input, track, from, to, isBetween)
    case .groups(let from, let to): try selectKeys(input, track, survey, from, to, isGroups: true)
    case .nearest(let from, let to): try selectNearest(input, track, from, to)
    }
    if !leading.isEmpty { try leaveOut(input, track, canHide: canHide) }
    if case .groups = request { hidden += UInt64(leading.count) }
    count -= min(count, UInt64(leftOut.count))
    firstTime = leading.reduce(keyTime) { min($0, $1.sample.presentationTime) }
  }

  /// Shortens the first and the last sample to a range of media times.
  mutating func trim(to range: Range<Int64>) {
    decodeStart = max(decodeStart, range.lowerBound)
    keyTime = max(keyTime, range.lowerBound)
    decodeEnd = min(decodeEnd, range.upperBound)
    shownEnd = min(shownEnd, range.upperBound)
  }

  /// Presents `opening` as the range begins, and decodes it as much later if it is still decoded before the next sample.
  /// - Parameter time: the start of the range.
  /// - Returns: the time by which it is decoded later; nil if there is no `opening`.
  mutating func presentOpening(at time: Int64) -> Int64? {
    guard let opening else { return nil }
    lastTime = max(lastTime, time)
    let late = time &- opening.presentationTime
    if late <= 0 || late >= Int64(opening.duration) { return 0 }
    if openingOrdinal == first { (decodeStart, keyTime) = (decodeStart &+ late, time) }
    return late
  }

  /// The decoding time of the first sample in decoding order that is presented in a range; nil if there is none.
  /// - Parameter late: the time by which `opening` is decoded later, and presented as the range begins; nil if it keeps its times.
  func decodeTime(ofFirstIn range: Range<Int64>, _ input: MediaInput, _ track: Int, late: Int64?) throws(MediaError) -> Int64? {
    var walk = try TrackWalk(input, track)
    while let item = try walk.next(), item.ordinal < end {
      if item.ordinal < first { continue }
      if let late, item.ordinal == openingOrdinal { return item.sample.decodeTime &+ late }
      if range.contains(item.sample.presentationTime) { return item.sample.decodeTime }
    }
    return nil
  }

  /// The selection with the number of samples of one before it.
  func counting(_ before: SampleSelection?) -> SampleSelection {
    var both = self
    both.count += before?.count ?? 0
    return both
  }

  private mutating func selectAll(_ input: MediaInput, _ track: Int, without unwanted: [UInt64]) throws(MediaError) {
    var (walk, next) = (try TrackWalk(input, track), 0)
    while let item = try walk.next() {
      while next < unwanted.count, unwanted[next] < item.ordinal { next += 1 }
      if next < unwanted.count, unwanted[next] == item.ordinal { continue }
      if !hasKey {
        hasKey = true
        (first, decodeStart, keyTime) = (item.ordinal, item.sample.decodeTime, item.sample.presentationTime)
      }
      keyTime = min(keyTime, item.sample.presentationTime)
      takeLast(item)
    }
    end = first + count
    leftOut = unwanted.filter { $0 > first && $0 < end }
  }

  /// Number of audio samples to decode before the first one shown.
  private static func preRoll(_ track: MediaTrack) -> Int {
    if track.kind != .audio { return 0 }
    switch track.codec {
    case .aac, .mp3: return 1
    // RFC 7845, 4.6: 80 ms, four frames of 20 ms.
    case .opus: return 4
    default: return 0
    }
  }

  /// Selects samples from a key picture on. Writers such as FFmpeg mark the starts of gradual refreshes, too, at which pictures are not
  /// right yet: these are looked for only where the selection began with one.
  private mutating func selectKeys(
    _ input: MediaInput, _ track: Int, _ survey: TrackSurvey, _ from: Int64, _ to: Int64, isGroups: Bool
  ) throws(MediaError) {
    try select(input, track, survey, from, to, isGroups: isGroups)
    let found = input.reader.tracks[track]
    guard found.codec == .h264, !found.isProtected, let start, start.isKey else { return }
    var finder = SliceTypeFinder(input.source, found)
    if try !finder.startsRefresh(start) { return }
    var other = SampleSelection(finder)
    try other.select(input, track, survey, from, to, isGroups: isGroups)
    // Without any key picture before the range, the refresh is the best there is.
    guard let begin = other.start, try other.isKey(begin) else { return }
    self = other
    self.finder = nil
    refreshes.removeAll { $0 < first }
  }

  private init(_ finder: SliceTypeFinder) { self.finder = finder }

  /// Whether decoding can begin with a sample.
  private mutating func isKey(_ sample: MediaSample) throws(MediaError) -> Bool {
    guard sample.isKey, var own = finder else { return sample.isKey }
    // Its window is not copied.
    finder = nil
    defer { finder = own }
    return try !own.startsRefresh(sample)
  }

  private mutating func select(
    _ input: MediaInput, _ track: Int, _ survey: TrackSurvey, _ from: Int64, _ to: Int64, isGroups: Bool
  ) throws(MediaError) {
    var walk = try TrackWalk(input, track)
    let preRoll = Self.preRoll(input.reader.tracks[track])
    var first: TrackWalk.Item?
    while let item = try walk.next() {
      let (sample, time) = (item.sample, item.sample.presentationTime)
      let isKey = try isKey(sample)
      if sample.isKey, !isKey { refreshes.append(item.ordinal) }
      if first == nil { first = item }
      if preRoll > 0 {
        before.append((item.ordinal, sample.decodeTime))
        if before.count > preRoll + 1 { before.removeFirst() }
      }
      // If the track does not start with a key picture, samples before the first one are kept as they are: an edit list then shows the
      // range as the source file does. Groups of pictures must start with a key picture.
      if isKey ? time <= from || !hasKey : !isGroups && !hasKey { takeKey(item) }
      if !hasKey { continue }
      if item.ordinal == self.first, !isKey { keyTime = survey.firstComposition }
      // Leading pictures of the next group belong to it: they are presented before its key picture.
      if isGroups, isKey, time >= to, item.ordinal > self.first, shownEnd >= to || shownEnd &+ Int64(sample.duration) > time {
        end = item.ordinal
        break
      }
      if item.ordinal > self.first, time < keyTime, leading.count < Self.maxLeading { leading.append(item) }
      if time < to || isGroups { takeLast(item) }
      // No later sample is presented before the end of the range.
      if sample.decodeTime &- survey.lead >= to, !isGroups { break }
    }
    if !hasKey, let first {
      takeKey(first)
      (end, decodeEnd, lastTime, shownEnd) = (.max, survey.decodeEnd, survey.lastComposition, survey.end)
      count = survey.count
    }
    if isGroups, hasKey, keyTime >= to { throw .unsupported("track \(track) has no key picture in or before that range") }
    if !isGroups { end = max(end == .max && count < survey.count ? self.first + count : end, self.first + 1) }
  }

  private mutating func takeKey(_ item: TrackWalk.Item) {
    hasKey = true
    start = item.sample
    let lead = before.first ?? (item.ordinal, item.sample.decodeTime)
    (first, decodeStart) = (lead.ordinal, lead.time)
    keyTime = item.sample.presentationTime
    leading.removeAll(keepingCapacity: true)
    (count, decodeEnd, lastTime, shownEnd) = (0, decodeStart, .min, .min)
    takeLast(item)
  }

  /// Extends the selection to this sample.
  private mutating func takeLast(_ item: TrackWalk.Item) {
    count = item.ordinal - first + 1
    decodeEnd = item.sample.decodeTime &+ Int64(item.sample.duration)
    lastTime = max(lastTime, item.sample.presentationTime)
    shownEnd = max(shownEnd, item.sample.presentationTime &+ Int64(item.sample.duration))
  }

  private mutating func selectNearest(_ input: MediaInput, _ track: Int, _ from: Int64, _ to: Int64) throws(MediaError) {
    var walk = try TrackWalk(input, track)
    while let item = try walk.next() {
      let middle = item.sample.presentationTime &+ Int64(item.sample.duration / 2)
      if middle < from { continue }
      if middle >= to { break }
      if !hasKey {
        hasKey = true
        (first, decodeStart, keyTime) = (item.ordinal, item.sample.decodeTime, item.sample.presentationTime)
      }
      takeLast(item)
    }
    end = first + count
  }

  /// Counts the samples that are decoded but not shown, and finds the one that is shown when the range begins.
  private mutating func countHidden(
    _ input: MediaInput, _ track: Int, _ from: Int64, _ to: Int64, _ isBetween: Bool
  ) throws(MediaError) {
    var walk = try TrackWalk(input, track)
    // A millisecond may come from rounding of times that users write.
    let rounding = Int64(input.scale(track) / 1000)
    var isExact = false
    while let item = try walk.next(), item.ordinal < end {
      if item.ordinal < first { continue }
      let time = item.sample.presentationTime
      if time &+ Int64(item.sample.duration) <= from || time >= to { hidden += 1 }
      let isBefore = time < from || time == from && isBetween
      if !isBefore, time &- from <= rounding { isExact = true }
      if isBefore, time >= keyTime, opening.map({ time > $0.presentationTime }) ?? true {
        (opening, openingOrdinal) = (item.sample, item.ordinal)
      }
    }
    if isExact { opening = nil }
    // It is shown until the next one, however long it is decoded.
    if let opening, opening.presentationTime &+ Int64(opening.duration) <= from { hidden -= 1 }
  }

  // MARK: - Leading pictures

  /// Finds the pictures after the first key picture that are presented before it.
  private mutating func findLeading(_ input: MediaInput, _ track: Int) throws(MediaError) {
    guard input.reader.tracks[track].kind == .video else { return }
    var walk = try TrackWalk(input, track)
    while let item = try walk.next() {
      if item.ordinal == 0 {
        if !item.sample.isKey { return }
        continue
      }
      if item.sample.isKey || item.sample.presentationTime > keyTime || leading.count >= Self.maxLeading { return }
      leading.append(item)
    }
  }

  /// Leaves out leading pictures whose references are missing. H.265 marks them (RASL). In H.264 later pictures may depend on them being in
  /// the buffer, so they are kept and hidden if the target allows it.
  private mutating func leaveOut(_ input: MediaInput, _ track: Int, canHide: Bool) throws(MediaError) {
    switch input.reader.tracks[track].codec {
    case .hevc:
      var finder = SliceTypeFinder(input.source, input.reader.tracks[track])
      for item in leading where item.ordinal < end {
        let type = try finder.firstSliceType(of: item.sample)
        if type == 8 || type == 9 { leftOut.append(item.ordinal) }
      }
    case .h264 where !canHide: leftOut = leading.map { $0.ordinal }.filter { $0 < end }
    default: break
    }
    leading.removeAll { $0.ordinal >= end || leftOut.contains($0.ordinal) }
  }
}
