import BitstreamKit

/// Maps the media times of a track to movie times.
///
/// ISO/IEC 14496-12:2022, 8.6.6: consecutive segments, each a range of the media or empty.
public struct EditTimeline: Sendable {
  /// A segment of the timeline.
  public struct Segment: Equatable, Sendable {
    /// The start on the timeline, in units of the movie's time scale.
    public var start: UInt64
    /// The duration in units of the movie's time scale; nil if it lasts to the end of the media.
    public var duration: UInt64?
    /// The start in the media, in units of the track's time scale; nil for an empty edit.
    public var mediaTime: Int64?
    /// Whether the segment shows a still picture (media rate 0).
    public var isDwell: Bool
  }

  /// The segments in presentation order.
  public let segments: [Segment]
  /// The movie's time scale in units per second.
  public let movieTimescale: UInt32
  /// The track's time scale in units per second.
  public let mediaTimescale: UInt32

  /// The segment that shows the media from each time on, sorted by time; nil if no segment shows it.
  private let coverage: [(from: Int64, segment: Int?)]
  /// The first segment that shows media and whose start is representable in the track's time scale.
  private let leader: Int?

  /// The maximum number of edits that are read; the number in a file is limited only by the box size.
  public static let maxSegments = 1 << 16

  /// The timeline of a track. Without an edit list, presentation times equal media times.
  public init(_ list: EditListBox?, movieTimescale: UInt32, mediaTimescale: UInt32) {
    self.movieTimescale = max(1, movieTimescale)
    self.mediaTimescale = max(1, mediaTimescale)
    var segments: [Segment] = []
    var start: UInt64 = 0
    for entry in list?.entries.prefix(Self.maxSegments) ?? PackedTable<EditListBox.Entry>().prefix(0) {
      let isOpen = entry.editDuration == 0
      segments.append(
        Segment(
          start: start, duration: isOpen ? nil : entry.editDuration, mediaTime: entry.mediaTime < 0 ? nil : entry.mediaTime,
          isDwell: entry.mediaRateInteger == 0 && entry.mediaRateFraction == 0))
      start = start.addingReportingOverflow(entry.editDuration).overflow ? UInt64.max : start + entry.editDuration
    }
    self.segments = segments
    let scales = (self.movieTimescale, self.mediaTimescale)
    leader = segments.firstIndex { $0.mediaTime != nil && Self.start(of: $0, scales) != nil }
    coverage = Self.coverage(segments, scales)
  }

  /// The media ranges of the segments. If several segments show the same media, the first one is used.
  private static func coverage(_ segments: [Segment], _ scales: (movie: UInt32, media: UInt32)) -> [(from: Int64, segment: Int?)] {
    var events: [(time: Int64, segment: Int, begins: Bool)] = []
    for (index, segment) in segments.enumerated() {
      guard let from = segment.mediaTime, start(of: segment, scales) != nil else { continue }
      let length = length(of: segment, scales)
      if let length, length <= 0 { continue }
      events.append((from, index, true))
      // A segment has no end if its duration is open or its end overflows.
      if let length, !from.addingReportingOverflow(length).overflow { events.append((from + length, index, false)) }
    }
    events = events.ordered { $0.time < $1.time }
    var found: [(from: Int64, segment: Int?)] = []
    var open = MinHeap<Int>()
    var isOver = Array(repeating: false, count: segments.count)
    for (place, event) in events.enumerated() {
      if event.begins { open.insert(event.segment) } else { isOver[event.segment] = true }
      while let first = open.first, isOver[first] { open.removeFirst() }
      if place + 1 < events.count, events[place + 1].time == event.time { continue }
      if found.last.map({ $0.segment == open.first }) != true { found.append((event.time, open.first)) }
    }
    return found
  }

  private static func start(of segment: Segment, _ scales: (movie: UInt32, media: UInt32)) -> Int64? {
    MediaTime(value: Int64(clamping: segment.start), timescale: scales.movie)?.value(in: scales.media)
  }

  private static func length(of segment: Segment, _ scales: (movie: UInt32, media: UInt32)) -> Int64? {
    segment.duration.flatMap {
      MediaTime(value: Int64(clamping: $0), timescale: scales.movie)?.value(in: scales.media, rounding: .up)
    }
  }

  /// Whether presentation times equal media times.
  public var isTrivial: Bool {
    segments.isEmpty || (segments.count == 1 && segments[0].mediaTime == 0 && !segments[0].isDwell)
  }

  /// The duration of the timeline in units of the movie's time scale; nil if the last segment is open, there are no segments, or the sum
  /// overflows.
  public var duration: UInt64? {
    guard let last = segments.last, let length = last.duration else { return nil }
    return last.start.addingReportingOverflow(length).overflow ? nil : last.start + length
  }

  /// Returns the presentation time of `compositionTime`, both in units of the track's time scale. The first segment that contains it
  /// determines the time, found in O(log n). A time that no segment contains is placed as if the first segment extended to it, and
  /// `isShown` is false.
  public func presentation(of compositionTime: Int64) -> (time: Int64, isShown: Bool) {
    if segments.isEmpty { return (compositionTime, true) }
    let low = coverage.partitionPoint { $0.from <= compositionTime }
    if low > 0, let index = coverage[low - 1].segment, let time = time(of: compositionTime, in: segments[index]) { return (time, true) }
    return (leader.flatMap { time(of: compositionTime, in: segments[$0]) } ?? compositionTime, false)
  }

  /// Returns the composition time that is shown at `time`, both in units of the track's time scale: of a still picture, its own time. Nil in an
  /// empty edit, before the first and after the last segment.
  public func compositionTime(at time: Int64) -> Int64? {
    if segments.isEmpty { return time }
    let scales = (movieTimescale, mediaTimescale)
    let low = segments.partitionPoint { Self.start(of: $0, scales).map { $0 <= time } ?? false }
    // Segments without a duration may be at the same place: the last one lasts.
    guard low > 0, let start = Self.start(of: segments[low - 1], scales), let mediaTime = segments[low - 1].mediaTime else { return nil }
    let into = time - start
    let length = Self.length(of: segments[low - 1], scales)
    if let length, into >= length { return nil }
    if segments[low - 1].isDwell { return mediaTime }
    let (media, isLate) = mediaTime.addingReportingOverflow(into)
    return isLate ? nil : media
  }

  private func time(of compositionTime: Int64, in segment: Segment) -> Int64? {
    guard let start = Self.start(of: segment, (movieTimescale, mediaTimescale)), let mediaTime = segment.mediaTime else { return nil }
    let (into, early) = compositionTime.subtractingReportingOverflow(mediaTime)
    let (time, late) = start.addingReportingOverflow(into)
    return early || late ? nil : time
  }
}
