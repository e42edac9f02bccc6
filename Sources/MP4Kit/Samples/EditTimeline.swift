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
  /// holds it. What no stretch holds is placed as if the first one reached there, and is not shown.
  public func presentation(of compositionTime: Int64) -> (time: Int64, isShown: Bool) {
    if segments.isEmpty { return (compositionTime, true) }
    var first: Int64?
    for segment in segments {
      guard let mediaTime = segment.mediaTime, let time = time(of: compositionTime, in: segment, mediaTime) else { continue }
      if first == nil { first = time }
      let into = compositionTime.subtractingReportingOverflow(mediaTime).partialValue
      if into < 0 { continue }
      guard let duration = segment.duration else { return (time, true) }
      guard let length = MediaTime(value: Int64(clamping: duration), timescale: movieTimescale)?.value(in: mediaTimescale, rounding: .up)
      else { return (time, true) }
      if into < length { return (time, true) }
    }
    return (first ?? compositionTime, false)
  }

  private func time(of compositionTime: Int64, in segment: Segment, _ mediaTime: Int64) -> Int64? {
    guard let start = MediaTime(value: Int64(clamping: segment.start), timescale: movieTimescale)?.value(in: mediaTimescale) else {
      return nil
    }
    let (into, early) = compositionTime.subtractingReportingOverflow(mediaTime)
    let (time, late) = start.addingReportingOverflow(into)
    return early || late ? nil : time
  }
}
