import BitstreamKit
import MP4Kit
import RemuxKit

/// The sample durations of sound are not those of its frames.
final class SoundDrift: MovieRule {
  override var page: RulePage {
    RulePage(
      "across.sound-drift", .warning, "the sample durations of sound are not those of its frames",
      clause: "ISO/IEC 14496-3:2019 4.5.2.1.1 (1024 or 960 samples a frame) and ISO/IEC 14496-12:2022 8.6.1.2",
      cause: """
        Frames were lost in recording and the gaps kept, or the file states a wrong sampling rate. Players that go by the \
        frames let the sound drift away from the pictures; others insert silence.
        """,
      remedy: "Encode the sound again to fill the gaps.")
  }

  /// Whether two durations in seconds differ by more than the rounding of times.
  static func isDrift(_ stated: Double, _ frames: Double) -> Bool {
    let difference = abs(stated - frames)
    return difference > 0.1 && difference > frames * 0.005
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let times = track.soundTimes, Self.isDrift(times.stated, times.frames) else { return }
    run.find(
      self, "\(times.text), the samples are spread over \(decimal(times.stated)) s",
      at: file.place("mdia/minf/stbl/stts", in: track.movieTrack?.node)?.offset, path: track.tablePath + "/stts")
  }
}

extension TrackFacts {
  /// The time from the first AAC frame to the last, as the container states it and by the lengths of the frames, in seconds; nil for few
  /// frames and for those of unknown length. The last one may be shorter: its duration can exclude padding.
  var soundTimes: (stated: Double, frames: Double, text: String)? {
    guard sampleCount > 10, let soundFrames, let frames = soundFrames.secondsBeforeLast else { return nil }
    let stated = seconds(sample.decodeTime - (firstDecodeTime ?? 0))
    return (stated, frames, "\(sampleCount) frames \(soundFrames.description) take \(decimal(frames)) s")
  }
}
