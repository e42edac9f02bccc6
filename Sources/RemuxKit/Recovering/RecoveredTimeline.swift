import BitstreamKit

/// Lays pictures and sound, which were found without their times, beside each other.
///
/// Both begin as those of the good file do and go on without a break. Where bytes were lost, how far one had come beside the other
/// before and behind tells whose samples are missing: recorders write both about when they are due.
struct RecoveredTimeline {
  /// The tracks' samples, pictures first where there are any.
  private(set) var entries: [[ListedInput.Entry]] = []
  /// When the first of each track is shown.
  private(set) var starts: [ListedInput.Start?] = []
  /// How many pictures come before the first key picture: nothing can decode them.
  private(set) var undecodable = 0
  /// How much was found missing, in seconds of both tracks.
  private(set) var missing = (pictures: 0.0, sound: 0.0)

  /// How far pictures of one length would have come apart from the sound, in seconds; 0 where they have that length.
  private(set) var drift = 0.0

  /// A place where sound begins behind a picture: how far the sound had come, and how much farther the pictures, in seconds, and their
  /// samples behind it.
  struct Turn {
    var offset: UInt64
    var time: Double
    var lead: Double
    var picture: Int
    var sound: Int
  }

  /// So many turns before and behind lost bytes are looked at.
  private static var mostTurns: Int { 8 }

  /// - Parameters:
  ///   - duration: of a picture, in units of its track's time scale.
  ///   - isCertain: whether all pictures last so long.
  init(_ scan: MediaDataScan, pictures: PictureModel?, duration: UInt32, isCertain: Bool, sound: SoundModel?) {
    let found = scan.pictures?.found ?? []
    var shifts: (pictures: [(from: Int, by: Int64)], sound: [(from: Int, by: Int64)]) = ([], [])
    var clock: PictureClock?
    if let pictures, let sound, !found.isEmpty, !scan.sound.isEmpty {
      let steps = (
        Double(duration) / Double(max(1, pictures.track.timescale ?? 1)),
        Double(sound.duration) / Double(max(1, sound.track.timescale ?? 1))
      )
      var turns = Self.turns(found, scan.sound, steps)
      let breaks = Self.breaks(turns, scan.gaps, steps)
      for (turn, lead) in breaks {
        let isSound = lead > 0
        let (step, length) = isSound ? (steps.1, sound.duration) : (steps.0, duration)
        // Counted from numbers of the good file, which may be anything.
        guard let count = Int64(exactly: (lead.magnitude / step).rounded()), count < 1 << 31 else { continue }
        if isSound { shifts.sound.append((turn.sound, count * Int64(length))) }
        if !isSound { shifts.pictures.append((turn.picture, count * Int64(length))) }
        if isSound { missing.sound += lead } else { missing.pictures -= lead }
      }
      if !isCertain {
        Self.correct(&turns, breaks)
        clock = PictureClock(turns, step: steps.0)
        drift = clock?.most ?? 0
      }
    }
    if let pictures { take(found, duration, shifts.pictures, clock, Double(max(1, pictures.track.timescale ?? 1))) }
    if let sound { take(scan.sound, sound, shifts.sound) }
  }

  private mutating func take(
    _ found: [PictureScan.Found], _ duration: UInt32, _ shifts: [(from: Int, by: Int64)], _ clock: PictureClock?, _ scale: Double
  ) {
    let start = found.firstIndex { $0.isKey } ?? found.count
    undecodable = start
    var list: [ListedInput.Entry] = []
    let firstShown = found[start...].compactMap { $0.displayIndex }.min() ?? 0
    var (shift, next) = (Int64(0), 0)
    /// When a picture is due, counted in either order.
    func time(_ index: Int64) -> Int64 {
      let ahead = clock.flatMap { Int64(exactly: ($0.lead(at: Int(clamping: index)) * scale).rounded()) } ?? 0
      return index &* Int64(duration) &- ahead
    }
    for index in start..<found.count {
      let picture = found[index]
      while next < shifts.count, shifts[next].from <= index {
        shift &+= shifts[next].by
        next += 1
      }
      guard let size = UInt32(exactly: picture.size) else { continue }
      let shown = picture.displayIndex.map { Int64($0 - min($0, firstShown)) &+ Int64(start) } ?? Int64(index)
      let due = time(Int64(index))
      list.append(
        ListedInput.Entry(
          offset: picture.offset, decodeTime: due &+ shift, size: size, compositionOffset: Int32(clamping: time(shown) &- due),
          duration: duration, isKey: picture.isKey))
    }
    entries.append(list)
    starts.append(nil)
  }

  private mutating func take(_ found: [MediaDataScan.Sound], _ model: SoundModel, _ shifts: [(from: Int, by: Int64)]) {
    var list: [ListedInput.Entry] = []
    var (time, next) = (Int64(0), 0)
    for (index, frame) in found.enumerated() {
      while next < shifts.count, shifts[next].from <= index {
        time &+= shifts[next].by
        next += 1
      }
      list.append(
        ListedInput.Entry(
          offset: frame.offset, decodeTime: time, size: frame.size, compositionOffset: 0, duration: model.duration, isKey: true,
          count: frame.count))
      time &+= Int64(model.duration) &* Int64(frame.count)
    }
    entries.append(list)
    starts.append(ListedInput.Start(media: model.priming, at: model.delay))
  }

  /// Where sound begins behind a picture.
  private static func turns(
    _ pictures: [PictureScan.Found], _ sound: [MediaDataScan.Sound], _ steps: (picture: Double, sound: Double)
  ) -> [Turn] {
    var turns: [Turn] = []
    var (picture, samples, last) = (0, 0, -1)
    for (index, frame) in sound.enumerated() {
      while picture < pictures.count, pictures[picture].offset < frame.offset { picture += 1 }
      // Sound before the first picture says nothing of how far pictures are ahead: a recorder may write seconds of it there.
      if picture != last, picture > 0 {
        let time = Double(samples) * steps.sound
        let lead = Double(picture) * steps.picture - time
        turns.append(Turn(offset: frame.offset, time: time, lead: lead, picture: picture, sound: index))
        last = picture
      }
      samples += Int(frame.count)
    }
    return turns
  }

  /// Turns behind lost bytes at which the pictures' lead over the sound is another than at first, and by how much, in whole samples.
  private static func breaks(
    _ turns: [Turn], _ gaps: [UInt64], _ steps: (picture: Double, sound: Double)
  ) -> [(turn: Turn, lead: Double)] {
    // The first turn behind each gap.
    var firsts: [Int] = []
    var next = 0
    for gap in gaps {
      while next < turns.count, turns[next].offset < gap { next += 1 }
      if next > 0, next < turns.count, firsts.last != next { firsts.append(next) }
    }
    guard let start = firsts.first else { return [] }
    let reference = middle(turns[0..<min(mostTurns, start)])
    var found: [(turn: Turn, lead: Double)] = []
    var corrected = 0.0
    for (place, first) in firsts.enumerated() {
      let behind = turns[first..<min(place + 1 < firsts.count ? firsts[place + 1] : turns.count, first + mostTurns)]
      let now = middle(behind)
      // Against what was so before the first loss, for many small losses are a great one.
      let change = now.lead - corrected - reference.lead
      if change.magnitude > max(0.05, steps.picture, steps.sound) + max(reference.spread, now.spread) {
        let step = change > 0 ? steps.sound : steps.picture
        let whole = (change / step).rounded() * step
        found.append((turns[first], whole))
        corrected += whole
      }
    }
    return found
  }

  /// Takes from the leads what they are at the beginning, and what was found missing.
  private static func correct(_ turns: inout [Turn], _ breaks: [(turn: Turn, lead: Double)]) {
    let reference = middle(turns[0..<min(mostTurns, turns.count)]).lead
    var (next, corrected) = (0, reference)
    for index in turns.indices {
      while next < breaks.count, breaks[next].turn.offset <= turns[index].offset {
        corrected += breaks[next].lead
        next += 1
      }
      turns[index].lead -= corrected
    }
  }

  /// The lead in the middle of some turns, and how far apart they are.
  private static func middle(_ turns: ArraySlice<Turn>) -> (lead: Double, spread: Double) {
    let leads = turns.map { $0.lead }.sorted()
    guard let least = leads.first, let most = leads.last else { return (0, 0) }
    return (leads[leads.count / 2], most - least)
  }
}
