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

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard let times = track.soundTimes, times.differ(from: times.stated) else { return }
    run.find(
      self, "\(times.text), the samples are spread over \(decimal(times.stated)) s",
      at: file.place("mdia/minf/stbl/stts", in: track.movieTrack?.node)?.offset, path: track.tablePath + "/stts")
  }
}
