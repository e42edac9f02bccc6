import BitstreamKit
import MP4Kit

/// The samples of one track of a file from its beginning, with durations: what the file does not say, the next sample's time does.
struct TrackWalk {
  /// A sample and its place in the track.
  struct Item {
    var sample: MediaSample
    /// Counted from 0, in decoding order.
    var ordinal: UInt64
  }

  private var reader: MediaReader
  private let end: UInt64
  private let isTimed: Bool
  private var ahead: Item?
  private var lastDuration: UInt32 = 0
  private var ordinal: UInt64 = 0
  private var hasBegun = false
  /// How many samples lie behind the end of the file. Those after the first of them are not given either.
  private(set) var missing = 0

  init(_ input: MediaInput, _ track: Int) throws(MediaError) {
    reader = try input.reader.reopened(input.source, frameRate: input.frameRate, track: track)
    end = input.source.byteCount
    isTimed = reader.container == .mp4 && reader.movie.map { !$0.isFragmented } ?? false
  }

  var findings: [String] { reader.findings }

  /// A description that the sample which was given last, or one before it, goes by.
  func description(ofTrack track: Int, index: UInt32) -> MediaDescription? { reader.description(ofTrack: track, index: index) }

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
        item.sample.duration = lastDuration
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
