import RemuxKit

/// The only edit of a track's media, as FFmpeg reads it.
struct ProbeEdit {
  /// The presented part of the media, in units of the track's time scale.
  var shown: Range<Int64>
  /// By how much FFmpeg starts to read before the edit, besides the way to a key frame: a second of audio, for the decoder's delay.
  var preroll: Int64
}

/// Where FFmpeg starts to read the samples of an edit, and the first that it presents.
struct ProbeLeadIn {
  /// The number of samples before the one that is read first.
  private(set) var skipped = 0
  /// The presentation time of the sample that is read first.
  private(set) var start: Int64 = 0
  /// The earliest presentation time in the edit; nil if the edit presents no sample.
  private(set) var firstShown: Int64?

  /// Takes a sample, in decoding order.
  /// - Parameters:
  ///   - number: the number of samples before it.
  ///   - firstDecode: the decoding time of the first sample.
  mutating func add(_ sample: MediaSample, number: Int, _ edit: ProbeEdit, firstDecode: Int64) {
    let time = sample.presentationTime
    if edit.shown.contains(time) { firstShown = min(firstShown ?? time, time) }
    let limit = max(edit.shown.lowerBound.subtractingReportingOverflow(edit.preroll).partialValue, firstDecode)
    if number == 0 || (sample.isKey && sample.decodeTime <= limit && time <= limit) { (skipped, start) = (number, time) }
  }
}
