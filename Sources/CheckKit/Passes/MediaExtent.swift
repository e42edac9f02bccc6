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
  /// The latest end of a presentation.
  private(set) var endPresentationTime: Int64 = 0

  /// Adds the next sample.
  mutating func add(_ sample: MediaSample) {
    durationSum &+= UInt64(sample.duration)
    firstDecodeTime = firstDecodeTime ?? sample.decodeTime
    startPresentationTime = startPresentationTime ?? sample.presentationTime
    endDecodeTime = sample.decodeTime &+ Int64(sample.duration)
    firstPresentationTime = min(firstPresentationTime ?? sample.presentationTime, sample.presentationTime)
    endPresentationTime = max(endPresentationTime, sample.presentationTime &+ Int64(sample.duration))
  }

  /// The time from the earliest presentation to the latest end of one, and that from the presentation of the first sample in decoding
  /// order, before which leading pictures are presented.
  var presentedSpans: [UInt64] {
    [firstPresentationTime, startPresentationTime].map {
      UInt64(clamping: endPresentationTime.subtractingReportingOverflow($0 ?? 0).partialValue)
    }
  }

  /// The time from the first sample to the end of the last one: longer than the sum of the durations where fragments begin later than the
  /// samples before them end.
  var decodingSpan: UInt64 {
    max(durationSum, UInt64(clamping: endDecodeTime.subtractingReportingOverflow(firstDecodeTime ?? 0).partialValue))
  }
}
