import BitstreamKit

/// The start and end times of the samples in a fragmented movie, from the fragment headers: `tfdt` and the `trun` durations.
public struct FragmentTimes: Sendable {
  /// The samples of one track.
  public struct Track: Equatable, Sendable {
    /// The decoding time of the first sample in fragments, in units of the track's time scale; nil if there are none.
    public var start: Int64?
    /// The end of the last sample, in units of the track's time scale.
    public var end: Int64 = 0
    /// The number of samples in fragments.
    public var sampleCount: UInt64 = 0
    /// The number of bytes in those samples.
    public var byteCount: UInt64 = 0
    /// The sum of the durations of those samples, in units of the track's time scale; more than the time from `start` to `end` if fragments
    /// overlap.
    public var duration: UInt64 = 0
  }

  /// In the order of the movie's tracks.
  public private(set) var tracks: [Track]

  /// Walks all fragments. The cost is proportional to the bytes in `moof` boxes; media data is not read.
  /// - Throws: `ByteError` if the source cannot be read.
  public init<Source: ByteSource>(_ movie: Movie<Source>) throws(ByteError) {
    tracks = [Track](repeating: Track(), count: movie.tracks.count)
    var places: [UInt32: Int] = [:]
    for (place, track) in movie.tracks.enumerated() {
      if places[track.trackID] == nil { places[track.trackID] = place }
      // Fragments without a tfdt continue after the samples of the moov.
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
    let start = part.decodeTime.map { Int64(clamping: $0.baseMediaDecodeTime) } ?? tracks[index].end
    let (count, length, bytes) = part.totals(extends)
    if count == 0 { return }
    let (end, overflow) = start.addingReportingOverflow(Int64(clamping: length))
    tracks[index].start = min(tracks[index].start ?? start, start)
    tracks[index].end = max(tracks[index].end, overflow ? Int64.max : end)
    tracks[index].sampleCount &+= count
    tracks[index].byteCount &+= bytes
    tracks[index].duration &+= length
  }
}

extension Movie {
  /// The total duration in the segment index (`sidx`) before the first fragment; nil if there is none.
  /// - Parameter track: the ID of the track that the index refers to; nil for any.
  /// - Throws: `ByteError` if the source cannot be read.
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
