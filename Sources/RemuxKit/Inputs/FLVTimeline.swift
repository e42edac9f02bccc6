/// The times of audio and video tags: extends 32-bit timestamps, which wrap after 49 days, to 64 bits, and repairs those that run backwards
/// on request.
///
/// A repair distinguishes a step back of both streams (the source restarted, or the writer lost TimestampExtended), after which the times
/// continue from the latest one before, with the same shift for both streams, and tags out of order, which follow their predecessor at half
/// the least step, so that the next tag in order still follows them. A tag that is later than those before and after it has a damaged
/// timestamp, and a time between theirs; where the next tag is not known, as in a live stream, so does one that is hours later.
package struct FLVTimeline {
  /// The least step back that is a restart, in milliseconds. Where the other stream has restarted, any step back is.
  private static var leastRestart: Int64 { 500 }
  /// The numbers that a writer counts with 24 bits alone.
  private static var wrap: Int64 { 0x100_0000 }
  /// The most by which a tag is later than its predecessor, in milliseconds, unless the next one is so late, too: one damaged timestamp.
  private static var maxLeap: Int64 { 3_600_000 }
  /// The most by which a tag is later than its predecessor if these turned over; more is a restart after more than four hours.
  private static var maxWrapGap: Int64 { 10_000 }

  private struct Stream {
    /// The last timestamp as stored, and extended.
    var last: UInt32?
    var time: Int64 = 0
    /// The index of the shift in use, the last repaired time, and the step to it.
    var part = 0
    var repaired: Int64 = 0
    var step: Int64 = 0
    /// The least step between tags in order; nil before the second one.
    var leastStep: Int64?
    /// Whether the last repaired time is that of a tag out of order, or of one far later than its predecessor.
    var isMadeUp = false
    /// Whether the last tag was far later than its predecessor.
    var hasLeapt = false
    /// The timestamp, as stored and extended, before the last one, if that leapt.
    var beforeLeap: (last: UInt32, time: Int64)?
  }

  let isRepairing: Bool
  private var video = Stream()
  private var audio = Stream()
  /// The shift of each part of the file between restarts, in milliseconds.
  private var shifts: [Int64] = [0]

  package init(isRepairing: Bool) { self.isRepairing = isRepairing }

  /// The number of restarts so far.
  package var restarts: Int { shifts.count - 1 }

  /// The time of the next tag of a stream in milliseconds.
  /// - Parameter following: the timestamp of the tag after it in the stream; asked after a leap. Nil if it is not known.
  package mutating func extend(_ milliseconds: UInt32, isVideo: Bool, following: () -> UInt32? = { nil }) -> Int64 {
    var stream = isVideo ? video : audio
    let time = extend(milliseconds, &stream, isVideo ? audio : video, following)
    if isVideo { video = stream } else { audio = stream }
    return time
  }

  private mutating func extend(
    _ milliseconds: UInt32, _ stream: inout Stream, _ other: Stream, _ following: () -> UInt32?
  ) -> Int64 {
    let isFirst = stream.last == nil
    var difference = stream.last.map { Int64(Int32(bitPattern: milliseconds &- $0)) } ?? 0
    let next = isRepairing && difference >= Self.leastRestart ? following() : nil
    if let next, let last = stream.last, let step = Self.damagedStep(difference, to: Int64(Int32(bitPattern: next &- last))) {
      stream.isMadeUp = true
      stream.repaired += step
      return stream.repaired
    }
    if isRepairing, next == nil, difference > Self.maxLeap, !stream.hasLeapt {
      (stream.hasLeapt, stream.isMadeUp) = (true, true)
      stream.repaired += max(1, (stream.leastStep ?? 0) / 2)
      return stream.repaired
    }
    stream.hasLeapt = false
    if let before = stream.beforeLeap, case let again = Int64(Int32(bitPattern: milliseconds &- before.last)),
      difference <= -Self.leastRestart, again > 0
    {
      // The last tag was the damaged one, and not this one the first after a restart.
      (stream.time, difference) = (before.time, again)
    }
    stream.beforeLeap = nil
    if difference >= Self.leastRestart, let last = stream.last { stream.beforeLeap = (last, stream.time) }
    stream.time = isFirst ? Self.firstTime(milliseconds, other) : stream.time + difference
    stream.last = milliseconds
    if !isRepairing { return stream.time }
    if isFirst {
      stream.part = other.part
    } else if difference <= -Self.leastRestart || difference < 0 && other.part > stream.part {
      restart(difference, &stream, other)
    }
    let time = stream.time + shifts[stream.part]
    if !isFirst, time < stream.repaired || time == stream.repaired && stream.isMadeUp {
      stream.isMadeUp = true
      stream.repaired += max(1, (stream.leastStep ?? 0) / 2)
      return stream.repaired
    }
    let repaired = isFirst ? max(min(0, stream.time), time) : time
    if !isFirst, repaired > stream.repaired, !stream.isMadeUp {
      stream.step = repaired - stream.repaired
      stream.leastStep = min(stream.leastStep ?? .max, stream.step)
    }
    (stream.repaired, stream.isMadeUp) = (repaired, false)
    return repaired
  }

  /// The step to a tag whose timestamp is damaged: it leaps, and the tag after it goes on from the one before, by `step`. Nil if it is not.
  private static func damagedStep(_ difference: Int64, to step: Int64) -> Int64? {
    if step <= 0 || difference - step < leastRestart { return nil }
    // TimestampExtended alone may be damaged.
    let low = difference % wrap
    return low > 0 && low < step ? low : max(1, step / 2)
  }

  /// The time of the first tag of a stream: near that of the other stream, where the timestamps wrap between both. A first timestamp shortly
  /// before the wrap is negative, as of pictures that are decoded before the sound begins.
  private static func firstTime(_ milliseconds: UInt32, _ other: Stream) -> Int64 {
    if let last = other.last {
      let difference = Int64(Int32(bitPattern: milliseconds &- last))
      if difference.magnitude <= maxLeap { return other.time + difference }
    }
    let signed = Int64(Int32(bitPattern: milliseconds))
    return (-maxLeap..<0).contains(signed) ? signed : Int64(milliseconds)
  }

  /// Enters the next part of the file: that which the other stream has begun, or a new one.
  private mutating func restart(_ difference: Int64, _ stream: inout Stream, _ other: Stream) {
    if stream.part + 1 < shifts.count, stream.time + shifts[stream.part + 1] >= stream.repaired {
      stream.part += 1
      return
    }
    if (0...Self.maxWrapGap).contains(stream.time + shifts[stream.part] + Self.wrap - stream.repaired) {
      shifts.append(shifts[stream.part] + Self.wrap)
    } else {
      // A part that begins in the middle of the other stream's goes on at the later end of both.
      let end = max(stream.repaired + max(1, stream.step), other.last == nil ? 0 : other.repaired)
      shifts.append(end - stream.time)
    }
    stream.part = shifts.count - 1
  }
}
