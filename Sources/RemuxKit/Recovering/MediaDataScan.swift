import BitstreamKit

/// Finds pictures and audio in media data without sample tables: length-prefixed NAL units, audio frames, and unknown bytes between.
///
/// Works in one pass. A run of audio frames is accepted if it is long enough: one frame between two recognized regions, or next to one if
/// it resembles the frames of a good file; otherwise two or three frames in a row.
struct MediaDataScan: ~Copyable {
  /// An audio frame, or several adjacent frames of the same size.
  struct Sound {
    var offset: UInt64
    var size: UInt32
    var count: UInt16 = 1
  }

  private(set) var pictures: PictureScan?
  private var recognizer: SoundRecognizer?
  private let isLearned: Bool
  private let longestRun: UInt64
  /// Whether samples of other tracks may stand between those of constant size.
  private let hasOthers: Bool
  private(set) var sound: [Sound] = []
  /// Number of bytes that were not recognized.
  private(set) var unknown: UInt64 = 0
  /// End offset of each unrecognized range.
  private(set) var gaps: [UInt64] = []

  /// - Parameter hasOthers: whether the file has tracks of other kinds.
  init(_ source: AnyByteSource, _ pictures: PictureModel?, _ sound: SoundModel?, hasOthers: Bool = false) {
    self.hasOthers = hasOthers
    self.pictures = pictures.map { PictureScan(source, $0) }
    recognizer = sound.map { SoundRecognizer(source, $0) }
    isLearned = sound?.isLearned ?? false
    longestRun = sound?.longestRun ?? 0
  }

  /// Scans a range of the file.
  mutating func scan(_ range: Range<UInt64>) throws(MediaError) {
    do {
      var place = range.lowerBound
      // Whether the bytes before this offset were recognized, or the range begins here.
      var isAnchored = true
      while place < range.upperBound {
        if let end = try pictures?.take(at: place, to: range.upperBound) {
          (place, isAnchored) = (end, true)
          continue
        }
        try pictures?.close(at: place, end: range.upperBound)
        if let end = try takeSound(at: place, to: range.upperBound, isAnchored) {
          (place, isAnchored) = (end, true)
          continue
        }
        let next = try next(after: place, to: range.upperBound)
        unknown += next - place
        gaps.append(next)
        (place, isAnchored) = (next, false)
      }
      try pictures?.close(at: range.upperBound, end: range.upperBound)
    } catch { throw .bytes(error) }
  }

  /// Ends the scan.
  mutating func finish() { pictures?.finish() }

  /// The next offset after `place` at which a picture or audio frame may begin; `end` if there is none.
  private mutating func next(after place: UInt64, to end: UInt64) throws(ByteError) -> UInt64 {
    let picture = min(end, try pictures?.candidate(after: place) ?? end)
    guard recognizer != nil, recognizer?.constantSize == nil else { return picture }
    var next = place + 1
    while let found = try recognizer?.candidate(from: next, to: picture) {
      next = found
      if try recognizer?.frame(at: next, to: end) != nil, try run(at: next, to: end, isAnchored: false) != nil { return next }
      next += 1
    }
    return picture
  }

  /// Takes the audio at an offset.
  /// - Returns: the offset after it; nil if there is none.
  private mutating func takeSound(at place: UInt64, to end: UInt64, _ isAnchored: Bool) throws(ByteError) -> UInt64? {
    if recognizer == nil { return nil }
    if let size = recognizer?.constantSize { return isAnchored ? try takeConstant(UInt64(size), at: place, to: end) : nil }
    guard let frames = try run(at: place, to: end, isAnchored: isAnchored) else { return nil }
    sound += frames
    return frames.last.map { $0.offset + UInt64($0.size) }
  }

  /// A run of adjacent audio frames; nil if it is too short to be certain.
  private mutating func run(at place: UInt64, to end: UInt64, isAnchored: Bool) throws(ByteError) -> [Sound]? {
    var frames: [Sound] = []
    var (next, endsAtPicture) = (place, false)
    while next < end {
      if !frames.isEmpty, try pictures?.begins(at: next, to: end) == true {
        endsAtPicture = true
        break
      }
      guard let size = try recognizer?.frame(at: next, to: end), size > 0 else { break }
      frames.append(Sound(offset: next, size: UInt32(clamping: size)))
      next += UInt64(size)
      // Enough to be certain; longer runs would be parsed twice.
      if frames.count == 64 { return frames }
    }
    let isFollowed = endsAtPicture || next >= end
    // A run that resembles the frames of the good file and is too long for a chance match.
    let isLikely = isLearned && next - place >= 24
    let isSure = isAnchored && (isFollowed || isLikely) || endsAtPicture && isLikely
    let least = isSure ? 1 : isAnchored || isFollowed ? 2 : 3
    return frames.count >= least ? frames : nil
  }

  /// Takes the bytes between pictures as samples of constant size.
  private mutating func takeConstant(_ size: UInt64, at place: UInt64, to end: UInt64) throws(ByteError) -> UInt64? {
    guard let stop = try endOfConstant(size, at: place, to: end) else { return nil }
    var (left, offset) = ((stop - place) / size, place)
    while left > 0 {
      let count = UInt16(clamping: left)
      sound.append(Sound(offset: offset, size: UInt32(clamping: size), count: count))
      offset += size * UInt64(count)
      left -= UInt64(count)
    }
    return offset > place ? offset : nil
  }

  /// The end of a run of constant-size samples: the next picture, or a truncated one; nil if they cannot be samples.
  private mutating func endOfConstant(_ size: UInt64, at place: UInt64, to end: UInt64) throws(ByteError) -> UInt64? {
    if pictures == nil { return end }
    // A run much longer than any in the good file contains something else.
    let farthest = longestRun < end - place ? place + longestRun : end
    var torn = try pictures?.isCutOff(at: place, by: end) == true ? place : nil
    var next = place
    while let found = try pictures?.candidate(after: next), found < end {
      if found > farthest { return nil }
      if hasOthers || (found - place) % size == 0 {
        if try pictures?.begins(at: found, to: end) == true { return found }
        if torn == nil, try pictures?.isCutOff(at: found, by: end) == true { torn = found }
      }
      next = found
    }
    return torn ?? (end <= farthest ? end : nil)
  }
}
