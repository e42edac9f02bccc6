import BitstreamKit

/// Reconstructs the timing of recovered pictures and audio.
///
/// Both tracks start as those of the good file do and are continuous. Where bytes were lost, the change in lead between the tracks across
/// the gap shows which track lost samples, because recorders write both at about the time they are due.
struct RecoveredTimeline {
  /// The samples of the tracks; pictures first if there are any.
  private(set) var entries: [[ListedInput.Entry]] = []
  /// The start of each track.
  private(set) var starts: [TrackStart?] = []
  /// Number of pictures before the first key picture, which cannot be decoded.
  private(set) var undecodable = 0
  /// Number of audio frames whose track is not known.
  private(set) var undealt = 0
  /// Duration of missing samples, in seconds, of the pictures and the first audio track.
  private(set) var missing = (pictures: 0.0, sound: 0.0)

  /// The largest deviation of constant-duration picture times from the audio, in seconds; 0 if they match.
  private(set) var drift = 0.0

  /// The times of the pictures, as the sample tables state them; nil if these are not known.
  private(set) var stated: StatedTimes?

  /// The number of points to average before and after a gap.
  private static var maxPoints: Int { 8 }

  /// - Parameters:
  ///   - duration: duration of a picture, in units of its track's time scale.
  ///   - isCertain: whether all pictures have that duration.
  ///   - stated: the times that the sample tables state; nil if they are not known. They count if there is one for each picture.
  ///   - rounds: how the frames of several audio tracks are told apart; nil for one track.
  init(
    _ scan: borrowing MediaDataScan, pictures: PictureModel?, duration: UInt32, isCertain: Bool, sound: [SoundModel],
    rounds: SoundRounds? = nil, stated: StatedTimes? = nil, statedSound: StatedTimes? = nil
  ) {
    let found = scan.pictures?.found ?? []
    var heard = [scan.sound]
    if let rounds { (heard, undealt) = rounds.deal(scan.sound, pictures: found.map { $0.offset }, gaps: scan.gaps) }
    if let stated, stated.decode.count == found.count || stated.entries != nil { self.stated = stated }
    var shifts = Shifts(sound: sound.map { _ in [] })
    var clock: PictureClock?
    if let pictures, self.stated == nil {
      let step = Double(duration) / Double(max(1, pictures.track.timescale ?? 1))
      for (place, model) in sound.enumerated() where !found.isEmpty && !heard[place].isEmpty {
        let steps = (step, Double(model.duration) / Double(max(1, model.track.timescale ?? 1)))
        var points = Self.points(found, heard[place], steps)
        let breaks = Self.breaks(points, scan.gaps, steps)
        take(breaks, steps, (duration, model.duration), place, &shifts)
        if isCertain || place > 0 { continue }
        Self.correct(&points, breaks)
        clock = PictureClock(points, step: step)
        drift = clock?.maxLead ?? 0
      }
    }
    if let entries = stated?.entries {
      self.entries.append(entries)
      starts.append(nil)
    } else if let pictures {
      take(found, duration, shifts.pictures, clock, Double(max(1, pictures.track.timescale ?? 1)), depth: scan.pictures?.reorderDepth ?? 0)
    }
    if let entries = statedSound?.entries {
      self.entries.append(entries)
      starts.append(nil)
      return
    }
    for (place, model) in sound.enumerated() { take(heard[place], model, shifts.sound[place], statedSound?.decode) }
  }

  /// By how much times are later from a sample on, in units of the time scale of the pictures or of each audio track.
  private struct Shifts {
    var pictures: [(from: Int, by: Int64)] = []
    var sound: [[(from: Int, by: Int64)]]
  }

  /// Shifts an audio track where its samples are missing. Where pictures are, the first audio track shifts them.
  private mutating func take(
    _ breaks: [(point: LeadPoint, lead: Double)], _ steps: (picture: Double, sound: Double), _ durations: (picture: UInt32, sound: UInt32),
    _ place: Int, _ shifts: inout Shifts
  ) {
    for (point, lead) in breaks {
      let isSound = lead > 0
      let (step, length) = isSound ? (steps.sound, durations.sound) : (steps.picture, durations.picture)
      // The numbers derive from the good file and may be out of range.
      guard let count = Int64(exactly: (lead.magnitude / step).rounded()), count < 1 << 31 else { continue }
      if isSound { shifts.sound[place].append((point.sound, count * Int64(length))) }
      if place > 0 { continue }
      if isSound { missing.sound += lead } else { missing.pictures -= lead }
      if !isSound { shifts.pictures.append((point.picture, count * Int64(length))) }
    }
  }

  private mutating func take(
    _ found: [PictureScan.Found], _ duration: UInt32, _ shifts: [(from: Int, by: Int64)], _ clock: PictureClock?, _ scale: Double,
    depth: Int64
  ) {
    let start = found.firstIndex { $0.isKey } ?? found.count
    undecodable = start
    var list: [ListedInput.Entry] = []
    let firstShown = found[start...].compactMap { $0.displayIndex }.min() ?? 0
    var (shift, next) = (Int64(0), 0)
    /// The time of a picture from its index in decoding or output order.
    func time(_ index: Int64) -> Int64 {
      if let times = stated?.decode, let last = times.last, let index = Int(exactly: index) {
        return index < times.count ? times[index] : last &+ Int64(index &- times.count &+ 1) &* Int64(duration)
      }
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
      let offset = stated?.offsets?[index] ?? Int32(clamping: time(shown &+ (stated == nil ? 0 : depth)) &- due)
      list.append(
        ListedInput.Entry(
          offset: picture.offset, decodeTime: due &+ shift, size: size, compositionOffset: offset,
          duration: stated == nil ? duration : UInt32(clamping: time(Int64(index) + 1) &- due), isKey: picture.isKey))
    }
    entries.append(list)
    starts.append(nil)
  }

  /// - Parameter stated: the times that the sample tables state; they count if there is one for each frame.
  private mutating func take(
    _ found: [MediaDataScan.Sound], _ model: SoundModel, _ shifts: [(from: Int, by: Int64)], _ stated: [Int64]?
  ) {
    let times = stated?.count == found.count ? stated : nil
    var list: [ListedInput.Entry] = []
    var (time, next) = (Int64(0), 0)
    for (index, frame) in found.enumerated() {
      while next < shifts.count, shifts[next].from <= index {
        time &+= shifts[next].by
        next += 1
      }
      var duration = model.duration
      if let times, index + 1 < times.count { duration = UInt32(clamping: times[index + 1] &- times[index]) }
      list.append(
        ListedInput.Entry(
          offset: frame.offset, decodeTime: times?[index] ?? time, size: frame.size, compositionOffset: 0, duration: duration, isKey: true,
          count: frame.count))
      time &+= Int64(model.duration) &* Int64(frame.count)
    }
    entries.append(list)
    starts.append(TrackStart(media: model.priming, at: model.delay))
  }

  /// Finds the points at which audio follows a picture.
  private static func points(
    _ pictures: [PictureScan.Found], _ sound: [MediaDataScan.Sound], _ steps: (picture: Double, sound: Double)
  ) -> [LeadPoint] {
    var points: [LeadPoint] = []
    var (picture, samples, last) = (0, 0, -1)
    for (index, frame) in sound.enumerated() {
      while picture < pictures.count, pictures[picture].offset < frame.offset { picture += 1 }
      // Skip audio before the first picture: a recorder may write seconds of it there.
      if picture != last, picture > 0 {
        let time = Double(samples) * steps.sound
        let lead = Double(picture) * steps.picture - time
        points.append(LeadPoint(offset: frame.offset, time: time, lead: lead, picture: picture, sound: index))
        last = picture
      }
      samples += Int(frame.count)
    }
    return points
  }

  /// Points after lost bytes at which the lead differs from the initial lead, and the difference rounded to whole samples.
  private static func breaks(
    _ points: [LeadPoint], _ gaps: [UInt64], _ steps: (picture: Double, sound: Double)
  ) -> [(point: LeadPoint, lead: Double)] {
    // The first point after each gap.
    var firsts: [Int] = []
    var next = 0
    for gap in gaps {
      while next < points.count, points[next].offset < gap { next += 1 }
      if next > 0, next < points.count, firsts.last != next { firsts.append(next) }
    }
    guard let start = firsts.first else { return [] }
    let reference = middle(points[0..<min(maxPoints, start)])
    var found: [(point: LeadPoint, lead: Double)] = []
    var corrected = 0.0
    for (place, first) in firsts.enumerated() {
      let following = points[first..<min(place + 1 < firsts.count ? firsts[place + 1] : points.count, first + maxPoints)]
      let now = middle(following)
      // Compare with the lead before the first gap, so that many small losses add up.
      let change = now.lead - corrected - reference.lead
      if change.magnitude > max(0.05, steps.picture, steps.sound) + max(reference.spread, now.spread) {
        let step = change > 0 ? steps.sound : steps.picture
        let whole = (change / step).rounded() * step
        found.append((points[first], whole))
        corrected += whole
      }
    }
    return found
  }

  /// Subtracts the initial lead and the missing samples from the leads.
  private static func correct(_ points: inout [LeadPoint], _ breaks: [(point: LeadPoint, lead: Double)]) {
    let reference = middle(points[0..<min(maxPoints, points.count)]).lead
    var (next, corrected) = (0, reference)
    for index in points.indices {
      while next < breaks.count, breaks[next].point.offset <= points[index].offset {
        corrected += breaks[next].lead
        next += 1
      }
      points[index].lead -= corrected
    }
  }

  /// The median lead of some points and their spread.
  private static func middle(_ points: ArraySlice<LeadPoint>) -> (lead: Double, spread: Double) {
    let leads = points.map { $0.lead }.ordered()
    guard let smallest = leads.first, let largest = leads.last else { return (0, 0) }
    return (leads[leads.count / 2], largest - smallest)
  }
}
