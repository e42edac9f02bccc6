import BitstreamKit

/// The order of media segments of one track, or of the same tracks, by the times in their first fragments.
///
/// ISO/IEC 14496-12:2022, 8.8.12 and 8.16.2.
public enum SegmentOrder {
  /// Returns the indices of segments in the order of their times, as they follow each other in a stream. Names that are sorted as text are in
  /// another order: `s10.m4s` before `s2.m4s`.
  /// - Parameter segments: files that begin with a fragment, apart from boxes such as `styp`, `sidx` and `emsg`.
  /// - Returns: nil if the segments are in that order, or if a segment has no `tfdt` or begins with another track.
  /// - Throws: `ByteError` if a segment cannot be read.
  public static func byTime<Source: ByteSource>(_ segments: [Source]) throws(ByteError) -> [Int]? {
    var (track, times): (UInt32?, [UInt64]) = (nil, [])
    for segment in segments {
      guard let first = try firstTrack(of: segment), let time = first.decodeTime, track ?? first.header.trackID == first.header.trackID
      else {
        return nil
      }
      track = first.header.trackID
      times.append(time.baseMediaDecodeTime)
    }
    let order = times.indices.ordered { (times[$0], $0) < (times[$1], $1) }
    return order.elementsEqual(times.indices) ? nil : order
  }

  private static func firstTrack<Source: ByteSource>(of segment: Source) throws(ByteError) -> MovieFragment.Track? {
    var walker = BoxWalker(segment)
    while let place = try walker.next() {
      if place.isBox, place.header.type == "moof" { return try MovieFragment(segment, place).tracks.first }
      walker.leave(place)
    }
    return nil
  }
}
