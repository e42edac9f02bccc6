import BitstreamKit
import MP4Kit

/// Samples recovered without a sample table.
struct ListedInput {
  /// A sample in compact form.
  struct Entry {
    var offset: UInt64
    var decodeTime: Int64
    var size: UInt32
    var compositionOffset: Int32
    var duration: UInt32
    var isKey: Bool
    /// Number of adjacent, consecutive samples of this size and duration.
    var count: UInt16 = 1
  }

  /// The first media shown in a track, and its time.
  struct Start {
    /// In units of the track's time scale, relative to the decoding time of its first sample.
    var media: Int64
    var at: MediaTime
  }

  let tracks: [MediaTrack]
  /// The MP4 properties of each track.
  let blueprints: [TrackBlueprint?]
  /// The samples of each track, in decoding order.
  let entries: [[Entry]]
  /// The start of each track; nil if it starts with its first sample, at the time of that sample.
  let starts: [Start?]
  /// Whether sample descriptions are in QuickTime format.
  let isQuickTime: Bool
  let findings: [String]
  private var next: [Int]
  /// Number of samples returned from the current entry of each track.
  private var given: [Int64]
  private let only: Int?

  init(
    _ tracks: [MediaTrack], _ blueprints: [TrackBlueprint?], _ entries: [[Entry]], starts: [Start?], isQuickTime: Bool, findings: [String],
    only: Int? = nil
  ) {
    self.tracks = tracks
    self.blueprints = blueprints
    self.entries = entries
    self.starts = starts
    self.isQuickTime = isQuickTime
    self.findings = findings
    self.only = only
    next = Array(repeating: 0, count: entries.count)
    given = Array(repeating: 0, count: entries.count)
  }

  /// A copy that restarts at the first sample.
  func reopened(track: Int?) -> ListedInput {
    ListedInput(tracks, blueprints, entries, starts: starts, isQuickTime: isQuickTime, findings: findings, only: track)
  }

  mutating func nextSample() -> MediaSample? {
    var best = -1
    for track in entries.indices where next[track] < entries[track].count && (only == nil || only == track) {
      if best < 0 || entries[track][next[track]].offset < entries[best][next[best]].offset { best = track }
    }
    if best < 0 { return nil }
    let entry = entries[best][next[best]]
    let before = given[best]
    given[best] += 1
    if given[best] >= Int64(entry.count) { (next[best], given[best]) = (next[best] + 1, 0) }
    let time = entry.decodeTime &+ before &* Int64(entry.duration)
    return MediaSample(
      track: best, decodeTime: time, presentationTime: time &+ Int64(entry.compositionOffset), duration: entry.duration,
      offset: entry.offset &+ UInt64(before) &* UInt64(entry.size), size: UInt64(entry.size), isKey: entry.isKey)
  }
}
