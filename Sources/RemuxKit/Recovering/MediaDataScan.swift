import BitstreamKit

/// Finds pictures and sound in media data whose tables are lost: NAL units behind lengths, frames of sound, and whatever else.
///
/// One pass. A frame of sound counts where something known stands before and behind it, or on one side if it is like those of a good
/// file; where nothing known does, several have to follow each other.
struct MediaDataScan {
  /// Frames of sound behind each other: one, or so many of the same size.
  struct Sound {
    var offset: UInt64
    var size: UInt32
    var count: UInt16 = 1
  }

  private(set) var pictures: PictureScan?
  private var judge: SoundJudge?
  private let isLearned: Bool
  private let longestRun: UInt64
  private(set) var sound: [Sound] = []
  /// Bytes that are neither.
  private(set) var unknown: UInt64 = 0
  /// Where they end, each time.
  private(set) var gaps: [UInt64] = []

  init(_ source: AnyByteSource, _ pictures: PictureModel?, _ sound: SoundModel?) {
    self.pictures = pictures.map { PictureScan(source, $0) }
    judge = sound.map { SoundJudge(source, $0) }
    isLearned = sound?.isLearned ?? false
    longestRun = sound?.longestRun ?? 0
  }

  /// Looks through a range of the file.
  mutating func scan(_ range: Range<UInt64>) throws(MediaError) {
    do {
      var place = range.lowerBound
      // Whether what stands before the place is known, or nothing.
      var isAnchored = true
      while place < range.upperBound {
        if let end = try pictures?.take(at: place, to: range.upperBound) {
          (place, isAnchored) = (end, true)
          continue
        }
        pictures?.close()
        if let end = try takeSound(at: place, to: range.upperBound, isAnchored) {
          (place, isAnchored) = (end, true)
          continue
        }
        let next = try next(behind: place, to: range.upperBound)
        unknown += next - place
        gaps.append(next)
        (place, isAnchored) = (next, false)
      }
    } catch { throw .bytes(error) }
    pictures?.close()
  }

  /// No more comes.
  mutating func finish() { pictures?.finish() }

  /// The next place behind `place` where something may begin: the end where there is none.
  private mutating func next(behind place: UInt64, to end: UInt64) throws(ByteError) -> UInt64 {
    let picture = min(end, try pictures?.candidate(behind: place) ?? end)
    guard judge != nil, judge?.constantSize == nil else { return picture }
    var next = place + 1
    while let found = try judge?.candidate(from: next, to: picture) {
      next = found
      if try judge?.frame(at: next, to: end) != nil, try run(at: next, to: end, isAnchored: false) != nil { return next }
      next += 1
    }
    return picture
  }

  /// Takes the sound at a place.
  /// - Returns: the place behind it; nil where there is none.
  private mutating func takeSound(at place: UInt64, to end: UInt64, _ isAnchored: Bool) throws(ByteError) -> UInt64? {
    if judge == nil { return nil }
    if let size = judge?.constantSize { return isAnchored ? try takeConstant(UInt64(size), at: place, to: end) : nil }
    guard let frames = try run(at: place, to: end, isAnchored: isAnchored) else { return nil }
    sound += frames
    return frames.last.map { $0.offset + UInt64($0.size) }
  }

  /// Frames behind each other from a place on; nil where they may be something else.
  private mutating func run(at place: UInt64, to end: UInt64, isAnchored: Bool) throws(ByteError) -> [Sound]? {
    var frames: [Sound] = []
    var (next, endsAtPicture) = (place, false)
    while next < end {
      if !frames.isEmpty, try pictures?.begins(at: next, to: end) == true {
        endsAtPicture = true
        break
      }
      guard let size = try judge?.frame(at: next, to: end), size > 0 else { break }
      frames.append(Sound(offset: next, size: UInt32(clamping: size)))
      next += UInt64(size)
      // Enough to be sure, and not so many that they would be kept twice.
      if frames.count == 64 { return frames }
    }
    let isFollowed = endsAtPicture || next >= end
    // A frame that is like those of the good file, and not so short that it may be one by chance.
    let isLikely = isLearned && next - place >= 24
    let isSure = isAnchored && (isFollowed || isLikely) || endsAtPicture && isLikely
    let least = isSure ? 1 : isAnchored || isFollowed ? 2 : 3
    return frames.count >= least ? frames : nil
  }

  /// Takes what lies between pictures as samples of one size.
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

  /// Where samples of one size end that begin at a place: at the next picture, or one that was begun; nil where they can be none.
  private mutating func endOfConstant(_ size: UInt64, at place: UInt64, to end: UInt64) throws(ByteError) -> UInt64? {
    if pictures == nil { return end }
    // What lasts longer than any of the good file is something else, or has something else in it.
    let farthest = longestRun < end - place ? place + longestRun : end
    var torn = try pictures?.isCutOff(at: place, by: end) == true ? place : nil
    var next = place
    while let found = try pictures?.candidate(behind: next), found < end {
      if found > farthest { return nil }
      if (found - place) % size == 0 {
        if try pictures?.begins(at: found, to: end) == true { return found }
        if torn == nil, try pictures?.isCutOff(at: found, by: end) == true { torn = found }
      }
      next = found
    }
    return torn ?? (end <= farthest ? end : nil)
  }
}
