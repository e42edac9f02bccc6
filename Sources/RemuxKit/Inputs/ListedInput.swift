import BitstreamKit
import MP4Kit

/// Samples recovered without a sample table.
struct ListedInput: ContainerInput {
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

  let tracks: [MediaTrack]
  /// The MP4 properties of each track.
  let blueprints: [TrackBlueprint?]
  /// The samples of each track, in decoding order.
  let entries: [[Entry]]
  /// The first media shown in each track; nil if it starts with its first sample, at the time of that sample.
  let starts: [TrackStart?]
  /// Whether sample descriptions are in QuickTime format.
  let isQuickTime: Bool
  let findings: [String]
  private var following: [Int]
  /// Number of samples returned from the current entry of each track.
  private var given: [Int64]
  private var only: Int?

  init(
    _ tracks: [MediaTrack], _ blueprints: [TrackBlueprint?], _ entries: [[Entry]], starts: [TrackStart?], isQuickTime: Bool,
    findings: [String]
  ) {
    self.tracks = tracks
    self.blueprints = blueprints
    self.entries = entries
    self.starts = starts
    self.isQuickTime = isQuickTime
    self.findings = findings
    following = Array(repeating: 0, count: entries.count)
    given = Array(repeating: 0, count: entries.count)
  }

  var traits: InputTraits { InputTraits(isIndexed: true, isInFileOrder: false, derivesDurations: true) }

  func restarted(track: Int?) throws(MediaError) -> ListedInput {
    var input = self
    input.only = track
    return input
  }

  func start(of track: Int) -> TrackStart? { starts.indices.contains(track) ? starts[track] : nil }

  func blueprint(of track: Int) throws(MediaError) -> TrackBlueprint? {
    blueprints.indices.contains(track) ? blueprints[track] : nil
  }

  func sampleEntry(ofTrack track: Int, index: UInt32, keepsRates: Bool) throws(MediaError) -> [UInt8]? {
    // The single entry follows the 16-byte header of its `stsd`.
    try blueprint(of: track).map { Array($0.sampleDescriptions.dropFirst(16)) }
  }

  mutating func next() throws(MediaError) -> MediaSample? {
    var best = -1
    for track in entries.indices where following[track] < entries[track].count && (only == nil || only == track) {
      if best < 0 || entries[track][following[track]].offset < entries[best][following[best]].offset { best = track }
    }
    if best < 0 { return nil }
    let entry = entries[best][following[best]]
    let before = given[best]
    given[best] += 1
    if given[best] >= Int64(entry.count) { (following[best], given[best]) = (following[best] + 1, 0) }
    let time = entry.decodeTime &+ before &* Int64(entry.duration)
    return MediaSample(
      track: best, decodeTime: time, presentationTime: time &+ Int64(entry.compositionOffset), duration: entry.duration,
      offset: entry.offset &+ UInt64(before) &* UInt64(entry.size), size: UInt64(entry.size), isKey: entry.isKey)
  }
}
