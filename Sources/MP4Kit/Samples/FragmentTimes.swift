import BitstreamKit

/// When the samples of a fragmented movie begin and end, by the headers of its fragments: `tfdt`, and the durations of `trun`.
public struct FragmentTimes: Sendable {
  /// The samples of one track.
  public struct Track: Equatable, Sendable {
    /// When the first sample is decoded, in units of the track's time scale; nil for a track without samples.
    public var start: Int64?
    /// When the last sample ends, in units of the track's time scale.
    public var end: Int64 = 0
    /// Number of samples in fragments.
    public var sampleCount: UInt64 = 0
    /// Number of bytes of those samples.
    public var byteCount: UInt64 = 0
  }

  /// In the order of the movie's tracks.
  public private(set) var tracks: [Track]

  /// Walks all fragments. Time grows with the number of bytes in `moof` boxes; media data is not read.
  /// - Throws: where the source fails.
  public init<Source: ByteSource>(_ movie: Movie<Source>) throws(ByteError) {
    tracks = [Track](repeating: Track(), count: movie.tracks.count)
    var places: [UInt32: Int] = [:]
    for (place, track) in movie.tracks.enumerated() {
      if places[track.trackID] == nil { places[track.trackID] = place }
      // Fragments without a tfdt go on after the samples of the moov.
      if (track.table?.sampleCount ?? 0) > 0 { tracks[place].end = Int64(clamping: track.mediaHeader?.duration ?? 0) }
    }
    let source = movie.tree.source
    var walker = BoxWalker(source)
    while let place = try walker.next() {
      walker.leave(place)
      guard place.header.type == "moof", place.isBox else { continue }
      for part in try MovieFragment(source, place).tracks {
        if let index = places[part.header.trackID] { add(part, movie.tracks[index].extends, index) }
      }
    }
  }

  private mutating func add(_ part: MovieFragment.Track, _ extends: TrackExtendsBox?, _ index: Int) {
    let duration = part.header.defaultSampleDuration ?? extends?.defaultSampleDuration ?? 0
    let size = part.header.defaultSampleSize ?? extends?.defaultSampleSize ?? 0
    let start = part.decodeTime.map { Int64(clamping: $0.baseMediaDecodeTime) } ?? tracks[index].end
    var (length, bytes, count): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for run in part.runs where run.sampleCount > 0 {
      count &+= UInt64(run.sampleCount)
      if run.samples.rowSize == 0 {
        length &+= UInt64(run.sampleCount) * UInt64(duration)
        bytes &+= UInt64(run.sampleCount) * UInt64(size)
        continue
      }
      for row in 0..<run.samples.count {
        let sample = run.samples[row]
        length &+= UInt64(sample.sampleDuration ?? duration)
        bytes &+= UInt64(sample.sampleSize ?? size)
      }
    }
    if count == 0 { return }
    let (end, overflow) = start.addingReportingOverflow(Int64(clamping: length))
    tracks[index].start = min(tracks[index].start ?? start, start)
    tracks[index].end = max(tracks[index].end, overflow ? Int64.max : end)
    tracks[index].sampleCount &+= count
    tracks[index].byteCount &+= bytes
  }
}

extension Movie {
  /// What the segment index before the first fragment comes to; nil where there is none.
  /// - Parameter track: the track that the index has to refer to; nil for any.
  /// - Throws: where the source fails.
  public func indexedDuration(ofTrack track: UInt32? = nil) throws(ByteError) -> (value: Int64, timescale: UInt32)? {
    let source = tree.source
    var walker = BoxWalker(source)
    var left = 64
    while left > 0, let place = try walker.next(), place.header.type != "moof", place.header.type != "mdat" {
      left -= 1
      walker.leave(place)
      guard place.header.type == "sidx", place.payloadSize <= 1 << 20 else { continue }
      var index = try BoxTree(source, from: place.offset, to: place.end)
      guard let box = try? index.read(SegmentIndexBox.self, at: 0), box.timescale > 0, track == nil || box.referenceID == track else {
        continue
      }
      var sum: Int64 = 0
      for row in 0..<box.references.count { sum &+= Int64(box.references[row].subsegmentDuration) }
      return (sum, box.timescale)
    }
    return nil
  }
}
