import BitstreamKit

/// Which samples of a track are needed so that a stretch of it can be shown.
struct SampleSelection {
  /// What is asked for; both times are the media's own, in units of the track's time scale.
  enum Wish {
    /// All of the track.
    case whole
    /// So many of its first samples.
    case first(UInt64)
    /// What it takes to show everything from `from` to before `to`: an edit list hides the rest.
    case shown(from: Int64, to: Int64)
    /// Whole groups of pictures: from the key picture that is shown at `from` or before, to the first that is shown at `to` or later.
    case groups(from: Int64, to: Int64)
    /// Samples that begin nearer to the stretch than to what is outside of it.
    case nearest(from: Int64, to: Int64)
  }

  /// The first sample, counted from 0.
  private(set) var first: UInt64 = 0
  /// The sample behind the last.
  private(set) var end: UInt64 = .max
  /// Samples in between that cannot be decoded without what was cut off.
  private(set) var leftOut: [UInt64] = []
  /// When the first is decoded.
  private(set) var decodeStart: Int64 = 0
  /// When the last has been decoded.
  private(set) var decodeEnd: Int64 = 0
  /// When the key picture is shown that decoding begins with.
  private(set) var keyTime: Int64 = 0
  /// When nothing more is shown of what is kept.
  private(set) var shownEnd: Int64 = .min
  /// How many samples are kept; 0 for all.
  private(set) var count: UInt64 = 0
  /// How many of them are only there to be decoded.
  private(set) var hidden: UInt64 = 0

  /// More leading pictures than these belong to no stream.
  private static var mostLeading: Int { 1024 }

  private var leading: [TrackWalk.Item] = []
  private var hasKey = false
  /// Sound before the first that is shown, from which its decoder gets into step.
  private var before: [(ordinal: UInt64, time: Int64)] = []

  /// - Parameters:
  ///   - canHide: whether pictures can be decoded without being shown.
  ///   - isJoined: whether other pictures come before.
  init(
    _ input: MediaInput, _ track: Int, _ survey: TrackSurvey, _ wish: Wish, canHide: Bool, isJoined: Bool = false
  ) throws(MediaError) {
    switch wish {
    case .whole:
      (decodeStart, decodeEnd) = (survey.first?.decodeTime ?? 0, survey.decodeEnd)
      (keyTime, shownEnd, count) = (survey.first?.presentationTime ?? 0, survey.end, survey.count)
      if isJoined { try findLeading(input, track) }
    case .first(let number):
      (decodeStart, keyTime) = (survey.first?.decodeTime ?? 0, survey.first?.presentationTime ?? 0)
      end = number
      var walk = try TrackWalk(input, track)
      while let item = try walk.next(), item.ordinal < number { takeLast(item) }
    case .shown(let from, let to): try select(input, track, survey, from, to, isGroups: false)
    case .groups(let from, let to): try select(input, track, survey, from, to, isGroups: true)
    case .nearest(let from, let to): try selectNearest(input, track, from, to)
    }
    try leaveOut(input, track, canHide: canHide)
    count -= min(count, UInt64(leftOut.count))
  }

  /// So many samples of sound are decoded before the first that is heard.
  private static func preRoll(_ track: MediaTrack) -> Int {
    if track.kind != .audio { return 0 }
    switch track.codec {
    case .aac, .mp3: return 1
    // ISO/IEC 14496-3 has no say in Opus: RFC 7845, 4.6 asks for 80 ms.
    case .opus: return 4
    default: return 0
    }
  }

  private mutating func select(
    _ input: MediaInput, _ track: Int, _ survey: TrackSurvey, _ from: Int64, _ to: Int64, isGroups: Bool
  ) throws(MediaError) {
    var walk = try TrackWalk(input, track)
    let preRoll = Self.preRoll(input.reader.tracks[track])
    var first: TrackWalk.Item?
    while let item = try walk.next() {
      let (sample, time) = (item.sample, item.sample.presentationTime)
      if first == nil { first = item }
      if preRoll > 0 {
        before.append((item.ordinal, sample.decodeTime))
        if before.count > preRoll + 1 { before.removeFirst() }
      }
      // Where pictures begin with none that is a key picture, those up to the first one go by what a player makes of them: an edit list
      // shows what was asked for as the file does. Without one, decoding has to begin with a key picture.
      if sample.isKey ? time <= from || !hasKey : !isGroups && !hasKey { takeKey(item) }
      if !hasKey { continue }
      if item.ordinal == self.first, !sample.isKey { keyTime = survey.firstComposition }
      // Leading pictures of the next group go with it: they are shown before its key picture, and may be asked for.
      if isGroups, sample.isKey, time >= to, item.ordinal > self.first, shownEnd >= to || shownEnd &+ Int64(sample.duration) > time {
        end = item.ordinal
        break
      }
      if item.ordinal > self.first, time < keyTime, leading.count < Self.mostLeading { leading.append(item) }
      if time < to || isGroups { takeLast(item) }
      // Nothing behind this one can be shown before the end.
      if sample.decodeTime &- survey.lead >= to, !isGroups { break }
    }
    if !hasKey, let first {
      takeKey(first)
      (end, decodeEnd, shownEnd) = (.max, survey.decodeEnd, survey.end)
      count = survey.count
    }
    if isGroups, hasKey, keyTime >= to { throw .unsupported("track \(track) has no key picture in that part or before it") }
    if !isGroups { end = max(end == .max && count < survey.count ? self.first + count : end, self.first + 1) }
    try countHidden(input, track, from, to, isGroups)
  }

  private mutating func takeKey(_ item: TrackWalk.Item) {
    hasKey = true
    let start = before.first ?? (item.ordinal, item.sample.decodeTime)
    (first, decodeStart) = (start.ordinal, start.time)
    keyTime = item.sample.presentationTime
    leading.removeAll(keepingCapacity: true)
    (count, decodeEnd, shownEnd) = (0, decodeStart, .min)
    takeLast(item)
  }

  /// What is kept goes up to this sample.
  private mutating func takeLast(_ item: TrackWalk.Item) {
    count = item.ordinal - first + 1
    decodeEnd = item.sample.decodeTime &+ Int64(item.sample.duration)
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

  /// What is decoded and not shown, for people who want to know.
  private mutating func countHidden(
    _ input: MediaInput, _ track: Int, _ from: Int64, _ to: Int64, _ isGroups: Bool
  ) throws(MediaError) {
    if isGroups { return }
    var walk = try TrackWalk(input, track)
    while let item = try walk.next(), item.ordinal < end {
      if item.ordinal < first { continue }
      let time = item.sample.presentationTime
      if time &+ Int64(item.sample.duration) <= from || time >= to { hidden += 1 }
    }
  }

  // MARK: - Leading pictures

  /// Pictures behind the first key picture that are shown before it.
  private mutating func findLeading(_ input: MediaInput, _ track: Int) throws(MediaError) {
    guard input.reader.tracks[track].kind == .video else { return }
    var walk = try TrackWalk(input, track)
    while let item = try walk.next() {
      if item.ordinal == 0 {
        if !item.sample.isKey { return }
        continue
      }
      if item.sample.isKey || item.sample.presentationTime > keyTime || leading.count >= Self.mostLeading { return }
      leading.append(item)
    }
  }

  /// Of leading pictures those go that refer to what is not there. H.265 says which (RASL). In H.264 later pictures may count on their
  /// being in the buffer: they are hidden where that can be.
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
    leading = []
  }
}
