import BitstreamKit
import MP4Kit

/// Properties of a source track that placing it on a timeline requires.
struct TrackSurvey {
  /// A range of the file's timeline and the media shown in it.
  struct Stretch: Equatable {
    /// In units of the composition's clock.
    var start: Int64
    /// In units of the composition's clock.
    var end: Int64
    /// Media time at the start, in units of the track's time scale.
    var media: Int64
    /// The rest of the media time at the start, in units of the composition's clock: less than a unit of the track's time scale. 0 unless that
    /// is coarse.
    var fraction: Int64 = 0
    /// Whether a single picture is shown throughout (dwell).
    var isDwell = false
  }

  /// Number of samples.
  private(set) var count: UInt64 = 0
  /// The first sample.
  private(set) var first: MediaSample?
  /// The earliest presentation time.
  private(set) var firstComposition: Int64 = .max
  /// The latest presentation time.
  private(set) var lastComposition: Int64 = .min
  /// The latest end of presentation.
  private(set) var end: Int64 = .min
  /// The latest end of decoding.
  private(set) var decodeEnd: Int64 = .min
  /// The largest amount by which a presentation time precedes its decoding time.
  private(set) var lead: Int64 = 0
  /// The sample description numbers in order of first use.
  private(set) var descriptions: [UInt32] = []
  /// The sample description of each number.
  private(set) var found: [MediaSampleDescription?] = []
  private(set) var findings: [String] = []
  /// The times of which there are no samples.
  private(set) var gaps = TrackWalk.Gaps()
  /// Number of samples that lie outside of the file.
  private(set) var missing = 0

  /// The largest number of sample descriptions of a track.
  private static var maxDescriptions: Int { 1024 }

  init(_ input: MediaInput, _ track: Int) throws(MediaError) {
    var walk = try TrackWalk(input, track)
    while let item = try walk.next() {
      let sample = item.sample
      if first == nil { first = sample }
      count += 1
      firstComposition = min(firstComposition, sample.presentationTime)
      lastComposition = max(lastComposition, sample.presentationTime)
      end = max(end, Self.sum(sample.presentationTime, sample.duration))
      decodeEnd = max(decodeEnd, Self.sum(sample.decodeTime, sample.duration))
      lead = max(lead, sample.decodeTime.subtractingReportingOverflow(sample.presentationTime).partialValue)
      let index = sample.descriptionIndex
      if descriptions.last != index, !descriptions.contains(index) { descriptions.append(index) }
      if descriptions.count > Self.maxDescriptions { throw .malformed("the configuration of track \(track) changes too often") }
    }
    findings = walk.findings
    missing = walk.missing
    gaps = walk.gaps
    if walk.missing > 0 {
      findings.append(
        input.skipsMissing
          ? "track \(track): \(counted(walk.missing, "sample is", "samples are")) skipped, not whole in the \(input.source.byteCount) bytes of the file"
          : "the file ends at \(input.source.byteCount): \(walk.missing) incomplete or missing samples are skipped")
    }
    found = descriptions.map { walk.description(ofTrack: track, index: $0) }
  }

  private static func sum(_ time: Int64, _ duration: UInt32) -> Int64 {
    let (sum, overflow) = time.addingReportingOverflow(Int64(duration))
    return overflow ? .max : sum
  }

  /// The largest magnitude of a time, low enough that sums of a few times do not overflow.
  static var farthest: Int64 { 1 << 58 }

  /// Converts a time to units of the clock, clamped to `farthest`.
  static func ticks(_ time: Int64, _ scale: UInt32, _ clock: UInt32) -> Int64 {
    let value = MediaTime(value: time, timescale: scale)?.value(in: clock) ?? (time < 0 ? -farthest : farthest)
    return min(max(value, -farthest), farthest)
  }

  /// The stretches of the file's timeline that show this track, from its edit list if there is one.
  func stretches(_ input: MediaInput, _ track: Int, clock: UInt32) -> [Stretch] {
    guard count > 0 else { return [] }
    let scale = input.scale(track)
    func ticks(_ time: Int64, _ scale: UInt32) -> Int64 { Self.ticks(time, scale, clock) }
    if let listed = input.reader.start(of: track), let first, let at = listed.at.value(in: clock) {
      let media = min(max(first.decodeTime &+ listed.media, firstComposition), end &- 1)
      let start = at + ticks(media - first.decodeTime - listed.media, scale)
      return [Stretch(start: start, end: start + ticks(end - media, scale), media: media)]
    }
    guard let timeline = input.reader.timeline(of: track) else {
      return [Stretch(start: ticks(firstComposition, scale), end: ticks(end, scale), media: firstComposition)]
    }
    var found: [Stretch] = []
    for segment in timeline.segments {
      guard let media = segment.mediaTime, media < end else { continue }
      let start = ticks(Int64(clamping: segment.start), timeline.movieTimescale)
      let rest = ticks(end - media, scale)
      let length = segment.duration.map { ticks(Int64(clamping: $0), timeline.movieTimescale) }
      let until = start + (segment.isDwell ? length ?? 0 : min(length ?? rest, rest))
      var stretch = Stretch(start: start, end: min(until, Self.farthest), media: media, isDwell: segment.isDwell)
      if !stretch.isDwell, media < firstComposition {
        // There is no media before the first sample.
        stretch.start += ticks(firstComposition - media, scale)
        stretch.media = firstComposition
      }
      if stretch.end > stretch.start { found.append(stretch) }
    }
    return found.isEmpty ? [Stretch(start: ticks(firstComposition, scale), end: ticks(end, scale), media: firstComposition)] : found
  }
}
