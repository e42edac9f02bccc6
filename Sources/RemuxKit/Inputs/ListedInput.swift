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
  }

  let tracks: [MediaTrack]
  /// What an MP4 would say about each.
  let blueprints: [TrackBlueprint?]
  /// Of each track in decoding order.
  let entries: [[Entry]]
  let findings: [String]
  private var next: [Int]
  private let only: Int?

  init(_ tracks: [MediaTrack], _ blueprints: [TrackBlueprint?], _ entries: [[Entry]], findings: [String], only: Int? = nil) {
    self.tracks = tracks
    self.blueprints = blueprints
    self.entries = entries
    self.findings = findings
    self.only = only
    next = Array(repeating: 0, count: entries.count)
  }

  /// The same from its beginning.
  func reopened(track: Int?) -> ListedInput { ListedInput(tracks, blueprints, entries, findings: findings, only: track) }

  mutating func nextSample() -> MediaSample? {
    var best = -1
    for track in entries.indices where next[track] < entries[track].count && (only == nil || only == track) {
      if best < 0 || entries[track][next[track]].offset < entries[best][next[best]].offset { best = track }
    }
    if best < 0 { return nil }
    let entry = entries[best][next[best]]
    next[best] += 1
    return MediaSample(
      track: best, decodeTime: entry.decodeTime, presentationTime: entry.decodeTime &+ Int64(entry.compositionOffset),
      duration: entry.duration, offset: entry.offset, size: UInt64(entry.size), isKey: entry.isKey)
  }
}
