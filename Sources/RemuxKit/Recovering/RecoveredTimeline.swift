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

  /// A place where sound begins behind a picture: how far both had come, in seconds, and their samples behind it.
  private struct Turn {
    var offset: UInt64
    var lead: Double
    var picture: Int
    var sound: Int
  }

  /// So many turns before and behind lost bytes are looked at.
  private static var mostTurns: Int { 8 }

  /// - Parameters:
  ///   - duration: of a picture, in units of its track's time scale.
  init(_ scan: MediaDataScan, pictures: PictureModel?, duration: UInt32, sound: SoundModel?) {
    let found = scan.pictures?.found ?? []
    var shifts: (pictures: [(from: Int, by: Int64)], sound: [(from: Int, by: Int64)]) = ([], [])
    if let pictures, let sound, !found.isEmpty, !scan.sound.isEmpty, !scan.gaps.isEmpty {
      let steps = (
        Double(duration) / Double(max(1, pictures.track.timescale ?? 1)),
        Double(sound.duration) / Double(max(1, sound.track.timescale ?? 1))
      )
      for (turn, lead) in Self.breaks(Self.turns(found, scan.sound, steps), scan.gaps, steps) {
        if lead > 0 {
          shifts.sound.append((turn.sound, Int64((lead / steps.1).rounded()) * Int64(sound.duration)))
          missing.sound += lead
        } else {
          shifts.pictures.append((turn.picture, Int64((-lead / steps.0).rounded()) * Int64(duration)))
          missing.pictures -= lead
        }
      }
    }
    if pictures != nil { take(found, duration, shifts.pictures) }
    if let sound { take(scan.sound, sound, shifts.sound) }
  }

  private mutating func take(_ found: [PictureScan.Found], _ duration: UInt32, _ shifts: [(from: Int, by: Int64)]) {
    let start = found.firstIndex { $0.isKey } ?? found.count
    undecodable = start
    var list: [ListedInput.Entry] = []
    let firstShown = found[start...].compactMap { $0.displayIndex }.min() ?? 0
    var (shift, next) = (Int64(0), 0)
    for index in start..<found.count {
      let picture = found[index]
      while next < shifts.count, shifts[next].from <= index {
        shift += shifts[next].by
        next += 1
      }
      guard let size = UInt32(exactly: picture.size) else { continue }
      let count = Int64(index - start)
      let shown = picture.displayIndex.map { Int64($0 - min($0, firstShown)) } ?? count
      list.append(
        ListedInput.Entry(
          offset: picture.offset, decodeTime: Int64(index) * Int64(duration) + shift, size: size,
          compositionOffset: Int32(clamping: (shown - count) * Int64(duration)), duration: duration, isKey: picture.isKey))
    }
    entries.append(list)
    starts.append(nil)
  }

  private mutating func take(_ found: [MediaDataScan.Sound], _ model: SoundModel, _ shifts: [(from: Int, by: Int64)]) {
    var list: [ListedInput.Entry] = []
    var (time, next) = (Int64(0), 0)
    for (index, frame) in found.enumerated() {
      while next < shifts.count, shifts[next].from <= index {
        time += shifts[next].by
        next += 1
      }
      list.append(
        ListedInput.Entry(
          offset: frame.offset, decodeTime: time, size: frame.size, compositionOffset: 0, duration: model.duration, isKey: true,
          count: frame.count))
      time += Int64(model.duration) * Int64(frame.count)
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
      if picture != last {
        let lead = Double(picture) * steps.picture - Double(samples) * steps.sound
        turns.append(Turn(offset: frame.offset, lead: lead, picture: picture, sound: index))
        last = picture
      }
      samples += Int(frame.count)
    }
    return turns
  }

  /// Turns behind lost bytes at which the pictures' lead over the sound changes for good, and by how much.
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
    var found: [(turn: Turn, lead: Double)] = []
    for (place, first) in firsts.enumerated() {
      let from = max(place > 0 ? firsts[place - 1] : 0, first - mostTurns)
      let to = min(place + 1 < firsts.count ? firsts[place + 1] : turns.count, first + mostTurns)
      let before = turns[from..<first].map { $0.lead }.sorted()
      let behind = turns[first..<to].map { $0.lead }.sorted()
      guard let low = before.first, let high = before.last, let lowest = behind.first, let highest = behind.last else { continue }
      let change = behind[behind.count / 2] - before[before.count / 2]
      if change.magnitude > max(0.05, steps.picture, steps.sound) + max(high - low, highest - lowest) {
        found.append((turns[first], change))
      }
    }
    return found
  }
}
