import BitstreamKit
import MP4Kit

/// How ffmpeg reads an edit list: what is empty in front delays the track, what is cut off in front moves it.
struct ProbeTimeline {
  /// Whether there is a list that is heeded.
  private(set) var isApplied = false
  /// In units of the track's time scale.
  private(set) var emptyDuration: Int64 = 0
  /// What the stretches come to, in units of the track's time scale; nil where one of them has no end.
  private(set) var editedDuration: Int64?
  /// What is added to the media's times.
  private(set) var shift: Int64 = 0
  /// The part of the media that is shown: what lies outside is decoded and thrown away.
  private(set) var shown: Range<Int64>?

  init(_ track: MovieTrack, _ movieTimescale: UInt32, ignoresEditLists: Bool) {
    if ignoresEditLists { return }
    let segments = track.timeline(movieTimescale: movieTimescale).segments
    if segments.isEmpty { return }
    isApplied = true
    var sum: Int64? = 0
    for segment in segments {
      let length = segment.duration.flatMap {
        MediaTime(value: Int64(clamping: $0), timescale: movieTimescale)?.value(in: track.timescale, rounding: .nearest)
      }
      if let length, let so = sum { sum = so &+ length } else { sum = nil }
      guard let start = segment.mediaTime else {
        if shown == nil { emptyDuration &+= length ?? 0 }
        continue
      }
      if shown == nil {
        let (end, overflow) = start.addingReportingOverflow(length ?? Int64.max / 2)
        shown = start..<max(start, overflow ? Int64.max : end)
        shift = emptyDuration &- start
      }
    }
    if shown == nil { shift = emptyDuration }
    editedDuration = sum
    hasOnlyOneStretch = segments.filter { $0.mediaTime != nil }.count <= 1
  }

  /// False where the media is cut into several stretches.
  private(set) var hasOnlyOneStretch = true
}
