import BitstreamKit
import RemuxKit

/// Samples begin with zero bytes where NAL units or audio frames are expected.
final class BlankSamples: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.blank-samples", .error, "the media data of samples is zeros",
      clause:
        "ITU-T H.264 (08/2021) and ITU-T H.265 (08/2021) 7.3.1.1, ISO/IEC 14496-3:2019 4.4.2.1: no NAL unit or audio frame is all zeros",
      cause: """
        The file was downloaded or copied in part: its size was reserved, and these bytes were never written. Or sectors of the \
        disk are lost. Players show damage, or stop.
        """,
      remedy: "Download or copy the file again. What is left of it plays without these samples after 'mediaprobe recover'.",
      command: "mediaprobe recover FILE OUT")
  }

  /// Samples in a row of the table that are blank.
  private struct Run {
    let sample: Int?
    let seconds: Double?
    let offset: UInt64
    var end: UInt64
    var count: UInt64
    /// The number of samples of the track up to the last of these.
    var next: UInt64
  }
  private var last: Run?

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { last = nil }

  override func blankSample(_ zeros: UInt64, _ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    let sample = track.sample
    if var last, last.next == track.sampleCount {
      (last.end, last.count, last.next) = (max(last.end, sample.offset + zeros), last.count + 1, track.sampleCount + 1)
      self.last = last
      return
    }
    tell(track, run)
    last = Run(
      sample: run.sample, seconds: run.seconds, offset: sample.offset, end: sample.offset + zeros, count: 1, next: track.sampleCount + 1)
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) { tell(track, run) }

  private func tell(_ track: TrackFacts, _ run: CheckRun) {
    guard let last else { return }
    self.last = nil
    let place = (run.sample, run.seconds)
    (run.sample, run.seconds) = (last.sample, last.seconds)
    run.find(
      self, "\(counted(last.count, "sample begins", "samples begin")) with zeros, up to byte \(last.end)", at: last.offset,
      size: last.end - last.offset, path: track.tablePath)
    (run.sample, run.seconds) = place
  }
}
