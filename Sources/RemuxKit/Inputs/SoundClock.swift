import BitstreamKit

/// Audio times in samples, for streams whose timestamps are in milliseconds: too coarse for frames that follow each other without gaps.
package struct SoundClock {
  /// The sampling rate in Hz.
  package private(set) var sampleRate: UInt32
  /// The duration of a frame in samples.
  private var step: Int64
  /// The most by which frames may be ahead of their timestamps before they are shortened, in samples; nil for half a frame.
  private let lead: Int64?
  /// The end of the last frame.
  private var next: Int64?
  /// The number of frames in succession that were ahead of their timestamps by more than half a frame.
  private var countAhead = 0
  /// The most of these before frames are shortened, where `lead` allows them to be ahead: one or a few timestamps were late, not the sound.
  private static var maxCountAhead: Int { 50 }

  /// - Parameters:
  ///   - step: the duration of a frame in samples.
  ///   - lead: the most by which some frames may be ahead of their timestamps before they are shortened, in milliseconds; nil for half a
  ///     frame.
  /// - Returns: nil if a rate or duration is 0.
  package init?(sampleRate: UInt32, step: UInt32, lead: UInt32? = nil) {
    if sampleRate == 0 || step == 0 { return nil }
    (self.sampleRate, self.step) = (sampleRate, Int64(step))
    self.lead = lead.map { Int64(sampleRate) * Int64($0) / 1000 }
  }

  /// Continues with frames of another rate or duration.
  package mutating func follow(sampleRate: UInt32, step: UInt32) {
    if sampleRate == 0 || step == 0 { return }
    if sampleRate != self.sampleRate { next = next.flatMap { MediaTime(value: $0, timescale: self.sampleRate)?.value(in: sampleRate) } }
    (self.sampleRate, self.step) = (sampleRate, Int64(step))
  }

  /// The next frame has the time of its timestamp.
  package mutating func restart() { next = nil }

  /// The time of the next frame in samples: the end of the previous one, unless the timestamp is later by more than half a frame. Frames that
  /// are ahead of their timestamps follow each other faster.
  package mutating func time(of milliseconds: Int64) -> Int64 {
    let stated = MediaTime(milliseconds: milliseconds).value(in: sampleRate) ?? 0
    var time = next ?? stated
    let ahead = time &- stated
    countAhead = ahead > step / 2 ? countAhead + 1 : 0
    if stated &- time > step / 2 {
      time = stated
    } else if ahead > lead ?? step / 2 || countAhead > Self.maxCountAhead {
      time &-= step / 2
    }
    next = time &+ step
    return time
  }
}
