import BitstreamKit
import MP4Kit

/// The times of one track fragment, in units of its track's time scale.
struct FragmentRuns {
  /// The track.
  var trackID: UInt32
  /// The decoding time of the first sample; nil without `tfdt`.
  var start: Int64?
  /// The sum of the sample durations.
  var duration: Int64
  /// The duration of the longest sample.
  var longest: Int64

  /// The track fragments of a movie fragment that have samples.
  static func all(in fragment: FragmentFacts, _ file: MovieFacts) -> [FragmentRuns] {
    fragment.fragment.tracks.compactMap { part in
      let extends = file.movieTrack(id: part.header.trackID)?.extends
      let usual = part.header.defaultSampleDuration ?? extends?.defaultSampleDuration ?? 0
      var (sum, longest, count): (UInt64, UInt32, UInt64) = (0, 0, 0)
      for run in part.runs {
        count &+= UInt64(run.sampleCount)
        if run.samples.rowSize == 0 {
          sum &+= UInt64(run.sampleCount) * UInt64(usual)
          longest = max(longest, usual)
          continue
        }
        for row in 0..<run.samples.count {
          let duration = run.samples[row].sampleDuration ?? usual
          sum &+= UInt64(duration)
          longest = max(longest, duration)
        }
      }
      if count == 0 { return nil }
      return FragmentRuns(
        trackID: part.header.trackID, start: part.decodeTime.map { Int64(clamping: $0.baseMediaDecodeTime) },
        duration: Int64(clamping: sum),
        longest: Int64(longest))
    }
  }
}
