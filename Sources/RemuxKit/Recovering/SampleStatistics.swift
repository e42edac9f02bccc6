import BitstreamKit

/// Statistics of the samples of a track.
struct SampleStatistics {
  /// The most common duration; nil if unknown.
  private(set) var duration: UInt32?
  private(set) var count = 0
  private(set) var largest: UInt64 = 0
  private(set) var smallest = UInt64.max
  /// Size in bytes of the longest run of adjacent samples.
  private(set) var longestRun: UInt64 = 0

  init(_ input: MediaInput, _ track: Int) throws(MediaError) {
    var durations = ValueCounts()
    var (end, run): (UInt64, UInt64) = (.max, 0)
    var walk = try TrackWalk(input, track)
    while let item = try walk.next() {
      let sample = item.sample
      count += 1
      largest = max(largest, sample.size)
      smallest = min(smallest, sample.size)
      run = sample.offset == end ? run &+ sample.size : sample.size
      end = sample.offset &+ sample.size
      longestRun = max(longestRun, run)
      durations.add(Int64(sample.duration))
    }
    duration = durations.duration
  }
}
