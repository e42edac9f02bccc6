import RemuxKit

/// The times that samples of a track span, in units of its time scale.
struct MediaExtent {
  /// The sum of the durations.
  private(set) var durationSum: UInt64 = 0
  /// The decoding time of the first sample; nil without samples.
  private(set) var firstDecodeTime: Int64?
  /// The end of the last sample.
  private(set) var endDecodeTime: Int64 = 0
  /// The earliest presentation time; nil without samples.
  private(set) var firstPresentationTime: Int64?
  /// The presentation time of the first sample in decoding order; nil without samples.
  private(set) var startPresentationTime: Int64?
  /// The latest presentation time.
  private(set) var lastPresentationTime: Int64 = 0
  /// The shortest duration, of samples that have one.
  private var shortestDuration: UInt32 = .max
  /// The latest end of a presentation.
  private(set) var endPresentationTime: Int64 = 0

  /// Adds the next sample.
  mutating func add(_ sample: MediaSample) {
    durationSum &+= UInt64(sample.duration)
    firstDecodeTime = firstDecodeTime ?? sample.decodeTime
    startPresentationTime = startPresentationTime ?? sample.presentationTime
    endDecodeTime = sample.decodeTime &+ Int64(sample.duration)
    firstPresentationTime = min(firstPresentationTime ?? sample.presentationTime, sample.presentationTime)
    if sample.duration > 0 { shortestDuration = min(shortestDuration, sample.duration) }
    lastPresentationTime = max(lastPresentationTime, sample.presentationTime)
    endPresentationTime = max(endPresentationTime, sample.presentationTime &+ Int64(sample.duration))
  }

  /// The least and the longest time from the earliest presentation to the latest end of one, and those from the presentation of the first
  /// sample in decoding order, before which leading pictures are presented: the duration of a sample that is decoded in another order than
  /// presented is not the time for which it is presented, which is not below the shortest.
  var presentedSpans: [ClosedRange<UInt64>] {
    [firstPresentationTime, startPresentationTime].map { start in
      let (least, longest) = (
        Self.distance(start, lastPresentationTime &+ Int64(shortestDuration)), Self.distance(start, endPresentationTime)
      )
      return min(least, longest)...longest
    }
  }

  private static func distance(_ start: Int64?, _ end: Int64) -> UInt64 {
    UInt64(clamping: end.subtractingReportingOverflow(start ?? 0).partialValue)
  }

  /// The time from the first sample to the end of the last one: longer than the sum of the durations where fragments begin later than the
  /// samples before them end.
  var decodingSpan: UInt64 {
    max(durationSum, UInt64(clamping: endDecodeTime.subtractingReportingOverflow(firstDecodeTime ?? 0).partialValue))
  }
}
