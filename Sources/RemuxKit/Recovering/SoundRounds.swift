import BitstreamKit

/// The order of the frames of several audio tracks that look alike: rounds of one frame of each track, as a muxer writes that sorts samples by
/// time. Pictures stand between rounds, so that the order is known again after the picture that follows lost bytes.
struct SoundRounds {
  /// The place of the track of each frame of a round.
  let places: [Int]
  /// Whether all pictures stand between rounds.
  let areBetweenPictures: Bool

  /// The number of frames of each track to examine, and the fewest that show an order.
  private static let (maxLooked, minLooked) = (2000, 8)

  /// Learns the order from a good file; nil if its frames have another one.
  /// - Parameters:
  ///   - tracks: the audio tracks.
  ///   - shown: the track of pictures; nil if there is none.
  init?(_ input: MediaInput, _ tracks: [Int], shown: Int?) throws(MediaError) {
    var frames: [(offset: UInt64, place: Int)] = []
    var end = UInt64.max
    for (place, track) in tracks.enumerated() {
      var walk = try TrackWalk(input, track)
      var (count, last) = (0, UInt64(0))
      while count < Self.maxLooked, let item = try walk.next() {
        frames.append((item.sample.offset, place))
        (count, last) = (count + 1, item.sample.offset)
      }
      if count < Self.minLooked { return nil }
      end = min(end, last)
    }
    frames = frames.ordered { $0.offset < $1.offset }
    // The tracks end at different times.
    frames.removeAll { $0.offset > end }
    let round = frames.prefix(tracks.count).map { $0.place }
    if Set(round).count < tracks.count { return nil }
    for (index, frame) in frames.enumerated() where frame.place != round[index % round.count] { return nil }
    places = round
    areBetweenPictures = try Self.areBetween(input, shown, frames.map { $0.offset }, tracks.count)
  }

  /// Whether each picture up to the last frame stands before the first frame of a round.
  private static func areBetween(
    _ input: MediaInput, _ shown: Int?, _ frames: [UInt64], _ length: Int
  ) throws(MediaError) -> Bool {
    guard let shown else { return false }
    var walk = try TrackWalk(input, shown)
    var next = 0
    while let item = try walk.next() {
      while next < frames.count, frames[next] < item.sample.offset { next += 1 }
      if next == frames.count { return true }
      if next % length != 0 { return false }
    }
    return true
  }

  /// Adjacent frames without a picture between them.
  private struct Run {
    var frames: Range<Int>
    /// Whether all bytes between the picture before and the first frame, and between the last frame and the next picture, are known.
    var (isKnownBefore, isKnownAfter): (Bool, Bool)
  }

  /// Deals the frames to the tracks.
  /// - Parameters:
  ///   - frames: all frames, in file order.
  ///   - pictures: the offsets of the pictures, in file order.
  ///   - gaps: the end offset of each range that was not recognized, in file order.
  /// - Returns: the frames of each track, and the number of those whose track is not known.
  func deal(
    _ frames: [MediaDataScan.Sound], pictures: [UInt64], gaps: [UInt64]
  ) -> (tracks: [[MediaDataScan.Sound]], lost: Int) {
    var dealt = [[MediaDataScan.Sound]](repeating: [], count: places.count)
    var lost = 0
    let runs = runs(frames, pictures: areBetweenPictures ? pictures : [], gaps: gaps)
    let usable = Self.usableCount(runs, places.count)
    for (number, run) in runs.enumerated() {
      if number >= usable {
        lost += run.frames.count
        continue
      }
      let first = run.isKnownBefore ? 0 : run.isKnownAfter ? (places.count - run.frames.count % places.count) % places.count : nil
      guard let first else {
        lost += run.frames.count
        continue
      }
      for (index, frame) in run.frames.enumerated() { dealt[places[(first + index) % places.count]].append(frames[frame]) }
    }
    return (dealt, lost)
  }

  /// The runs of which the order is known. One of other than whole rounds between known bytes contradicts it, as where a track ends before the
  /// others: that may have begun some runs before, in which the frames made whole rounds by chance.
  private static func usableCount(_ runs: [Run], _ length: Int) -> Int {
    let contradiction = runs.firstIndex { $0.isKnownBefore && $0.isKnownAfter && $0.frames.count % length != 0 }
    return contradiction.map { max(0, $0 - maxUnnoticed) } ?? runs.count
  }

  /// The most runs before a contradiction whose order is not certain either.
  private static let maxUnnoticed = 32

  private func runs(_ frames: [MediaDataScan.Sound], pictures: [UInt64], gaps: [UInt64]) -> [Run] {
    var runs: [Run] = []
    var (picture, gap) = (0, 0)
    for index in frames.indices {
      let offset = frames[index].offset
      var lastPicture: UInt64?
      while picture < pictures.count, pictures[picture] < offset { (lastPicture, picture) = (pictures[picture], picture + 1) }
      // Lost bytes before the last picture leave the order after it known.
      var (isLost, isLostBefore) = (false, false)
      while gap < gaps.count, gaps[gap] <= offset {
        if let lastPicture, gaps[gap] <= lastPicture { isLostBefore = true } else { isLost = true }
        gap += 1
      }
      if lastPicture == nil, !isLost, !runs.isEmpty {
        runs[runs.count - 1].frames = runs[runs.count - 1].frames.lowerBound..<index + 1
        continue
      }
      if !runs.isEmpty { runs[runs.count - 1].isKnownAfter = lastPicture != nil && !isLost && !isLostBefore }
      runs.append(Run(frames: index..<index + 1, isKnownBefore: !isLost, isKnownAfter: false))
    }
    return runs
  }
}
