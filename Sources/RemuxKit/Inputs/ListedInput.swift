import BitstreamKit
import MP4Kit

/// Samples that were found without a table of them.
struct ListedInput {
  /// A sample, as small as it can be kept.
  struct Entry {
    var offset: UInt64
    var decodeTime: Int64
    var size: UInt32
    var compositionOffset: Int32
    var duration: UInt32
    var isKey: Bool
    /// So many samples like this one lie behind each other and follow each other.
    var count: UInt16 = 1
  }

  /// What of a track is shown first, and when.
  struct Start {
    /// In units of the track's time scale, from its first sample's decoding time.
    var media: Int64
    var at: MediaTime
  }

  let tracks: [MediaTrack]
  /// What an MP4 would say about each.
  let blueprints: [TrackBlueprint?]
  /// Of each track in decoding order.
  let entries: [[Entry]]
  /// When each begins; nil where it does so with its first sample, at that one's time.
  let starts: [Start?]
  /// Whether sample descriptions are those of QuickTime.
  let isQuickTime: Bool
  let findings: [String]
  private var next: [Int]
  /// How many samples of the entry at hand were given.
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

  /// The same from its beginning.
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
