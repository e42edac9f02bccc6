import BitstreamKit

/// How the times of a track's media become times of the movie.
///
/// ISO/IEC 14496-12:2022, 8.6.6: stretches one behind the other, each a part of the media or nothing.
public struct EditTimeline: Sendable {
  /// A stretch of the timeline.
  public struct Segment: Equatable, Sendable {
    /// Where it starts on the timeline, in units of the movie's time scale.
    public var start: UInt64
    /// How long it is, in units of the movie's time scale; nil for all that the media has left.
    public var duration: UInt64?
    /// Where it starts in the media, in units of the track's time scale; nil for nothing.
    public var mediaTime: Int64?
    /// Whether a picture stands still.
    public var isDwell: Bool
  }

  /// In their order.
  public let segments: [Segment]
  /// Units in a second of the timeline.
  public let movieTimescale: UInt32
  /// Units in a second of the media.
  public let mediaTimescale: UInt32

  /// Which segment shows the media from a time on, sorted by that time; nil for none.
  private let coverage: [(from: Int64, segment: Int?)]
  /// The first segment that shows media at a time that can be said.
  private let leader: Int?

  /// The most stretches that are looked at; a list may be as long as its box.
  public static let mostSegments = 1 << 16

  /// The timeline of a track; without an edit list it is the media's own.
  public init(_ list: EditListBox?, movieTimescale: UInt32, mediaTimescale: UInt32) {
    self.movieTimescale = max(1, movieTimescale)
    self.mediaTimescale = max(1, mediaTimescale)
    var segments: [Segment] = []
    var start: UInt64 = 0
    for entry in list?.entries.prefix(Self.mostSegments) ?? PackedTable<EditListBox.Entry>().prefix(0) {
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

  /// Where each segment shows the media: of several that show the same, the first.
  private static func coverage(_ segments: [Segment], _ scales: (movie: UInt32, media: UInt32)) -> [(from: Int64, segment: Int?)] {
    var events: [(time: Int64, segment: Int, begins: Bool)] = []
    for (index, segment) in segments.enumerated() {
      guard let from = segment.mediaTime, start(of: segment, scales) != nil else { continue }
      let length = segment.duration.flatMap {
        MediaTime(value: Int64(clamping: $0), timescale: scales.movie)?.value(in: scales.media, rounding: .up)
      }
      if let length, length <= 0 { continue }
      events.append((from, index, true))
      // A segment without an end, or whose end no number says, goes on.
      if let length, !from.addingReportingOverflow(length).overflow { events.append((from + length, index, false)) }
    }
    events.sort { $0.time < $1.time }
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

  /// Whether the timeline differs from the media's own.
  public var isTrivial: Bool {
    segments.isEmpty || (segments.count == 1 && segments[0].mediaTime == 0 && !segments[0].isDwell)
  }

  /// How long the timeline is, in units of the movie's time scale; nil where the last stretch is as long as the media.
  public var duration: UInt64? {
    guard let last = segments.last, let length = last.duration else { return nil }
    return last.start.addingReportingOverflow(length).overflow ? nil : last.start + length
  }

  /// When something that the media shows at `compositionTime` is shown, in units of the track's time scale: by the first stretch that
  /// holds it, found in O(log n). What no stretch holds is placed as if the first one reached there, and is not shown.
  public func presentation(of compositionTime: Int64) -> (time: Int64, isShown: Bool) {
    if segments.isEmpty { return (compositionTime, true) }
    var (low, high) = (0, coverage.count)
    while low < high {
      let middle = (low + high) / 2
      if coverage[middle].from <= compositionTime { low = middle + 1 } else { high = middle }
    }
    if low > 0, let index = coverage[low - 1].segment, let time = time(of: compositionTime, in: segments[index]) { return (time, true) }
    return (leader.flatMap { time(of: compositionTime, in: segments[$0]) } ?? compositionTime, false)
  }

  private func time(of compositionTime: Int64, in segment: Segment) -> Int64? {
    guard let start = Self.start(of: segment, (movieTimescale, mediaTimescale)), let mediaTime = segment.mediaTime else { return nil }
    let (into, early) = compositionTime.subtractingReportingOverflow(mediaTime)
    let (time, late) = start.addingReportingOverflow(into)
    return early || late ? nil : time
  }
}
