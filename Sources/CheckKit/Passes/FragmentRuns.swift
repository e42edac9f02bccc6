import BitstreamKit
import MP4Kit

/// The times of one track fragment, in units of its track's time scale.
struct FragmentRuns {
  /// The track.
  var trackID: UInt32
  /// The decoding time of the first sample; nil without `tfdt`.
  var start: Int64?
  /// From the first decoding time to the earliest composition time.
  var delay: Int64
  /// The sum of the sample durations.
  var duration: Int64
  /// The duration of the longest sample.
  var longest: Int64

  /// The track fragments of a movie fragment that have samples.
  static func all(in fragment: FragmentFacts, _ file: MovieFacts) -> [FragmentRuns] {
    fragment.fragment.tracks.compactMap { part in
      let extends = file.movieTrack(id: part.header.trackID)?.extends
      let usual = part.header.defaultSampleDuration ?? extends?.defaultSampleDuration ?? 0
      var (sum, longest, count, delay): (UInt64, UInt32, UInt64, Int64?) = (0, 0, 0, nil)
      for run in part.runs {
        if run.samples.rowSize == 0, run.sampleCount > 0 {
          delay = min(delay ?? .max, Int64(clamping: sum))
          sum &+= UInt64(run.sampleCount) * UInt64(usual)
          longest = max(longest, usual)
        }
        count &+= UInt64(run.sampleCount)
        if run.samples.rowSize == 0 { continue }
        for row in 0..<run.samples.count {
          let sample = run.samples[row]
          let duration = sample.sampleDuration ?? usual
          // Version 0 has unsigned offsets, and writers that store negative ones.
          let offset = Int64(Int32(bitPattern: sample.sampleCompositionTimeOffset ?? 0))
          delay = min(delay ?? .max, Int64(clamping: sum) &+ offset)
          sum &+= UInt64(duration)
          longest = max(longest, duration)
        }
      }
      if count == 0 { return nil }
      return FragmentRuns(
        trackID: part.header.trackID, start: part.decodeTime.map { Int64(clamping: $0.baseMediaDecodeTime) }, delay: delay ?? 0,
        duration: Int64(clamping: sum), longest: Int64(longest))
    }
  }
}
