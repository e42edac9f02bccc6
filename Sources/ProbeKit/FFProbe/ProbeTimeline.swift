import BitstreamKit
import MP4Kit

/// An edit list as ffmpeg reads it: an initial empty edit delays the track, and the media time of the first edit shifts it.
struct ProbeTimeline {
  /// Whether the track has an edit list and it is applied.
  private(set) var isApplied = false
  /// Duration of the initial empty edit, in units of the track's time scale.
  private(set) var emptyDuration: Int64 = 0
  /// Total duration of the edits in units of the track's time scale; nil if an edit has no end.
  private(set) var editedDuration: Int64?
  /// Offset added to media times.
  private(set) var shift: Int64 = 0
  /// The presented part of the media. Samples outside it are decoded and discarded.
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

  /// False if the edit list has several edits of the media.
  private(set) var hasOnlyOneStretch = true

  /// The only edit of the media; nil without an edit list, and with several edits.
  func edit(isAudio: Bool, timescale: UInt32) -> ProbeEdit? {
    guard isApplied, hasOnlyOneStretch, let shown else { return nil }
    return ProbeEdit(shown: shown, preroll: isAudio ? Int64(timescale) : 0)
  }
}
