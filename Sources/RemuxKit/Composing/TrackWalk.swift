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

  /// The times between samples in which nothing is decoded, longer than the sample before them, in units of the track's time scale.
  struct Gaps {
    var count = 0
    var sum: Int64 = 0
    var longest: Int64 = 0
    /// The start of the first one.
    var first: Int64 = 0

    mutating func add(after sample: MediaSample, before next: MediaSample) {
      let end = sample.decodeTime.addingReportingOverflow(Int64(sample.duration))
      let length = next.decodeTime.subtractingReportingOverflow(end.partialValue)
      if sample.duration == 0 || end.overflow || length.overflow || length.partialValue <= Int64(sample.duration) { return }
      if count == 0 { first = end.partialValue }
      count += 1
      longest = max(longest, length.partialValue)
      let total = sum.addingReportingOverflow(length.partialValue)
      sum = total.overflow ? .max : total.partialValue
    }
  }

  private var reader: MediaReader
  private let end: UInt64
  private let isTimed: Bool
  private var ahead: Item?
  private var lastDuration: UInt32?
  private let onlyDuration: UInt32
  /// Whether a duration of 0 is meant: a text at the end of a track takes no time.
  private let keepsZero: Bool
  private var ordinal: UInt64 = 0
  private var hasBegun = false
  /// Number of samples skipped because they lie outside of the file; unless the input skips only these, the first of them and all later
  /// ones.
  private(set) var missing = 0
  private let skipsMissing: Bool
  private(set) var gaps = Gaps()
  /// The last answer of `framing(of:)`.
  private var framed: (description: UInt32, framing: MediaFraming)?

  init(_ input: MediaInput, _ track: Int) throws(MediaError) {
    try input.reader.checkPlaces(ofTrack: track)
    reader = try input.reader.reopened(track: track)
    end = input.source.byteCount
    skipsMissing = input.skipsMissing
    onlyDuration = input.reader.tracks[track].onlyDuration
    keepsZero = input.reader.tracks[track].kind == .text
    isTimed = reader.traits.isIndexed && !reader.traits.derivesDurations
  }

  var findings: [String] { reader.findings }

  /// A description used by a sample returned so far.
  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? { reader.description(ofTrack: track, index: index) }

  /// How the NAL units of a sample returned so far are delimited.
  mutating func framing(of sample: MediaSample) -> MediaFraming {
    if let framed, framed.description == sample.descriptionIndex { return framed.framing }
    let framing = reader.framing(ofTrack: sample.track, description: sample.descriptionIndex)
    // The descriptions of a stream can change as it is read.
    if reader.traits.knowsDescriptions { framed = (sample.descriptionIndex, framing) }
    return framing
  }

  mutating func next() throws(MediaError) -> Item? {
    if !hasBegun {
      ahead = try advance()
      hasBegun = true
    }
    guard var item = ahead else { return nil }
    ahead = try advance()
    if let next = ahead { gaps.add(after: item.sample, before: next.sample) }
    // A sample before skipped ones lasts until the next.
    let isBeforeGap = ahead.map { $0.ordinal > item.ordinal + 1 } ?? false
    if !isTimed || isBeforeGap {
      if let next = ahead {
        let (length, overflow) = next.sample.decodeTime.subtractingReportingOverflow(item.sample.decodeTime)
        if length > 0, !overflow { item.sample.duration = UInt32(clamping: length) }
      } else if item.sample.duration == 0, !keepsZero {
        item.sample.duration = lastDuration ?? onlyDuration
      }
    }
    lastDuration = item.sample.duration
    return item
  }

  private mutating func advance() throws(MediaError) -> Item? {
    if missing > 0, !skipsMissing { return nil }
    while let sample = try reader.next() {
      try reader.checkCarried(sample)
      defer { ordinal += 1 }
      if sample.offset <= end, sample.size <= end &- sample.offset { return Item(sample: sample, ordinal: ordinal) }
      missing += 1
      if skipsMissing { continue }
      while try reader.next() != nil { missing += 1 }
      return nil
    }
    return nil
  }
}
