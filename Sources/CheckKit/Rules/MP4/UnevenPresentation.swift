import BitstreamKit
import MP4Kit
import RemuxKit

/// Presentation times are uneven where the sample durations are even.
final class UnevenPresentation: MovieRule {
  override var page: RulePage {
    RulePage(
      "mp4.uneven-presentation", .warning, "presentation times are uneven where the sample durations are even",
      clause:
        "ISO/IEC 14496-12:2022 8.6.1.3: composition times are decoding times and offsets; with one duration for all they are on its grid",
      cause: "Composition offsets are damaged, or were computed at another rate. The video stutters.",
      remedy: "Extract the stream and remux it with '--fps': times are computed from the picture order counts.")
  }

  private var duration: UInt32 = 0
  /// The presentation time of the first sample that no cut moved.
  private var first: Int64?
  private var (off, firstOff): (UInt64, UInt64) = (0, 0)
  private var isEven = true
  private var previous: UInt32 = 0
  /// Where edits begin: a cut between two pictures presents the one before there.
  private var starts: Set<Int64> = []
  private static let maxEdits = 64

  override func track(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    (duration, first, off, isEven) = (0, nil, 0, true)
    starts = Set(track.movieTrack?.editList?.entries.prefix(Self.maxEdits).map { $0.mediaTime } ?? [])
  }

  override func sample(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard track.media.kind == .video, isEven else { return }
    let sample = track.sample
    let isCut = starts.contains(sample.presentationTime)
    if track.sampleCount == 0 {
      duration = sample.duration
    } else {
      // The last sample may have any duration.
      if track.sampleCount > 1, previous != duration { isEven = false }
      if duration > 1, !isCut, let first, (sample.presentationTime &- first) % Int64(duration) != 0 {
        if off == 0 { firstOff = track.sampleCount }
        off += 1
      }
    }
    if !isCut, first == nil { first = sample.presentationTime }
    previous = sample.duration
  }

  override func endOfTrack(_ track: TrackFacts, _ file: MovieFacts, _ run: CheckRun) {
    guard isEven, off > 0, track.sampleCount > 4 else { return }
    run.find(
      self, "\(off) samples are not presented at multiples of \(duration) after the first; the first of them is sample \(firstOff)",
      at: file.place("mdia/minf/stbl/ctts", in: track.movieTrack?.node)?.offset, path: file.tablePath("ctts", of: track))
  }
}
