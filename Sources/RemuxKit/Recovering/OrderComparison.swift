/// Compares the presentation times of a track's pictures with their order counts.
package struct OrderComparison {
  /// The number of pictures that are presented before or after others against their order counts, and index and place of the first.
  package private(set) var wrong: (count: Int, first: UInt64, offset: UInt64) = (0, 0, 0)
  /// Order counts and times of the last pictures of the sequence.
  private var recent: [(order: Int, time: Int64)] = []
  /// The place of the oldest of them, once all places are taken.
  private var oldest = 0
  /// No count and no time of them is higher.
  private var highest: (order: Int, time: Int64) = (.min, .min)
  /// The picture with that time.
  private var last: (index: UInt64, offset: UInt64, decodeTime: Int64) = (0, 0, 0)
  private static let maxPictures = 17

  /// Whether pictures with different order counts and one time are wrong, too.
  private let countsEqualTimes: Bool

  package init(countsEqualTimes: Bool = false) { self.countsEqualTimes = countsEqualTimes }

  /// Takes the next picture in decoding order.
  /// - Parameters:
  ///   - sample: the sample that it begins in.
  ///   - index: that of the sample in the track.
  ///   - order: PicOrderCnt( ) or PicOrderCntVal.
  ///   - startsOrder: whether order counts restart.
  package mutating func take(_ sample: MediaSample, index: UInt64, order: Int, startsOrder: Bool) {
    let time = sample.presentationTime
    let place = (index, sample.offset, sample.decodeTime)
    if startsOrder {
      // Pictures before it are output before it. Decoding times that go back have rules of their own.
      if highest.time > time, sample.decodeTime > last.decodeTime { note(last.index, last.offset) }
      restart()
    }
    if order > highest.order, time > highest.time {
      (highest, last) = ((order, time), place)
    } else if recent.contains(where: { $0.order < order && $0.time > time || $0.order > order && $0.time < time }) {
      note(index, sample.offset)
    } else if countsEqualTimes, recent.contains(where: { $0.order != order && $0.time == time }) {
      note(index, sample.offset)
    }
    if order > highest.order { highest.order = order }
    if time >= highest.time { (highest.time, last) = (time, place) }
    if recent.count < Self.maxPictures {
      recent.append((order, time))
    } else {
      recent[oldest] = (order, time)
      oldest = (oldest &+ 1) % Self.maxPictures
    }
  }

  private mutating func note(_ index: UInt64, _ offset: UInt64) {
    if wrong.count == 0 { (wrong.first, wrong.offset) = (index, offset) }
    wrong.count += 1
  }

  private mutating func restart() {
    recent.removeAll(keepingCapacity: true)
    (oldest, highest) = (0, (.min, .min))
  }
}
