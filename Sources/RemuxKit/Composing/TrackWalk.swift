import BitstreamKit
import MP4Kit

/// Iterates over the samples of one source track, with durations: missing durations are derived from the next sample's decoding time.
struct TrackWalk {
  /// A sample and its position in the track.
  struct Item {
    var sample: MediaSample
    /// Counted from 0, in decoding order.
    var ordinal: UInt64
  }

  private var reader: MediaReader
  private let end: UInt64
  private let isTimed: Bool
  private var ahead: Item?
  private var lastDuration: UInt32?
  private let onlyDuration: UInt32
  private var ordinal: UInt64 = 0
  private var hasBegun = false
  /// Number of samples skipped because the file ends before them: the first incomplete sample and all later ones.
  private(set) var missing = 0

  init(_ input: MediaInput, _ track: Int) throws(MediaError) {
    try input.reader.checkPlaces(ofTrack: track)
    reader = try input.reader.reopened(track: track)
    end = input.source.byteCount
    onlyDuration = input.reader.tracks[track].onlyDuration
    isTimed = reader.traits.isIndexed && !reader.traits.derivesDurations
  }

  var findings: [String] { reader.findings }

  /// A description used by a sample returned so far.
  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? { reader.description(ofTrack: track, index: index) }

  mutating func next() throws(MediaError) -> Item? {
    if !hasBegun {
      ahead = try advance()
      hasBegun = true
    }
    guard var item = ahead else { return nil }
    ahead = try advance()
    if !isTimed {
      if let next = ahead {
        let (length, overflow) = next.sample.decodeTime.subtractingReportingOverflow(item.sample.decodeTime)
        if length > 0, !overflow { item.sample.duration = UInt32(clamping: length) }
      } else if item.sample.duration == 0 {
        item.sample.duration = lastDuration ?? onlyDuration
      }
    }
    lastDuration = item.sample.duration
    return item
  }

  private mutating func advance() throws(MediaError) -> Item? {
    if missing > 0 { return nil }
    guard let sample = try reader.next() else { return nil }
    try reader.checkCarried(sample)
    if sample.offset > end || sample.size > end &- sample.offset {
      missing = 1
      while try reader.next() != nil { missing += 1 }
      return nil
    }
    defer { ordinal += 1 }
    return Item(sample: sample, ordinal: ordinal)
  }
}
