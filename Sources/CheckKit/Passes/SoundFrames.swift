import AACKit
import BitstreamKit
import RemuxKit

/// The AAC frames of a track, counted by their length and sampling rate: sample descriptions may have different ones.
struct SoundFrames {
  /// Frames of one length and rate.
  private struct Kind {
    /// The number of samples of a frame.
    var length: Int
    /// The sampling rate of the core in Hz.
    var rate: UInt32
    /// The number of frames.
    var count: UInt64
  }

  /// The largest number of kinds, since each change looks through them; frames of further ones have no known length.
  private static let limit = 64
  private var kinds: [Kind] = []
  /// The kind of the current frames; nil if their configuration does not state it.
  private var current: Int?
  /// Whether some frames have no known length.
  private var isVague = false

  init(_ configuration: AudioSpecificConfig?) { change(to: configuration) }

  /// Takes the configuration of the frames that follow.
  mutating func change(to configuration: AudioSpecificConfig?) {
    current = nil
    guard let length = configuration?.coreSamplesPerFrame, let rate = configuration?.coreSampleRate, rate > 0 else { return }
    current = kinds.firstIndex { $0.length == length && $0.rate == rate }
    if current == nil, kinds.count < Self.limit {
      current = kinds.count
      kinds.append(Kind(length: length, rate: rate, count: 0))
    }
  }

  /// Counts a frame.
  mutating func count() {
    guard let current else {
      isVague = true
      return
    }
    kinds[current].count &+= 1
  }

  /// The duration of all frames but the last one in seconds; nil if some have no known length.
  var secondsBeforeLast: Double? {
    guard !isVague, let current else { return nil }
    var sum = -Double(kinds[current].length) / Double(kinds[current].rate)
    for kind in kinds { sum += Double(kind.count) * Double(kind.length) / Double(kind.rate) }
    return max(0, sum)
  }

  /// `of 1024 samples at 44100 Hz`, and so on for each kind.
  var description: String {
    kinds.filter { $0.count > 0 }.map { "of \($0.length) samples at \($0.rate) Hz" }.joined(separator: " and ")
  }
}

/// The time from the first AAC frame of a track to the last, in seconds.
struct SoundTimes {
  /// As the container states it.
  let stated: Double
  /// By the lengths of the frames.
  let frames: Double
  /// The frames and their time, for a finding.
  let text: String

  /// Whether another time differs from that of the frames by more than the rounding of times.
  func differ(from time: Double) -> Bool {
    let difference = abs(time - frames)
    return difference > 0.1 && difference > frames * 0.005
  }
}

extension TrackFacts {
  /// The times of its AAC frames; nil for few frames and for those of unknown length. The last frame may be shorter: its duration can exclude
  /// padding.
  var soundTimes: SoundTimes? {
    guard sampleCount > 10, let soundFrames, let frames = soundFrames.secondsBeforeLast else { return nil }
    return SoundTimes(
      stated: seconds(sample.decodeTime - (extent.firstDecodeTime ?? 0)), frames: frames,
      text: "\(sampleCount) frames \(soundFrames.description) take \(decimal(frames)) s")
  }
}
