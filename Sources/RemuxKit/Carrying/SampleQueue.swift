import BitstreamKit
import MP4Kit

/// The samples of the wanted tracks, with durations, in the order that the target needs.
///
/// If the container does not store durations, each track is read one sample ahead.
struct SampleQueue {
  /// The order of samples.
  enum Order {
    /// File order, in one pass.
    case file
    /// Decoding order across tracks; each track is read separately.
    case time
  }

  let tracks: [MediaTrack]
  let wanted: [Int]
  private let isWanted: [Bool]
  private let scales: [Int64]
  private var readers: [MediaReader] = []
  /// The time of the next sample of a reader. At equal decoding times, the first reader goes first.
  private struct Head: Comparable {
    var decodeTime: Int64
    /// Time scale of the sample in units per second.
    var scale: Int64
    var reader: Int

    static func < (a: Head, b: Head) -> Bool {
      let (left, right) = (a.decodeTime.multipliedFullWidth(by: b.scale), b.decodeTime.multipliedFullWidth(by: a.scale))
      return (left.high, left.low, a.reader) < (right.high, right.low, b.reader)
    }
  }
  /// The readers with a next sample.
  private var ahead = MinHeap<Head>()
  /// The next sample of each reader.
  private var heads: [MediaSample] = []
  /// The last sample of each track, until the next one determines its duration.
  private var held: [MediaSample?]
  private var lastDuration: [UInt32?]
  private var ready: [MediaSample] = []
  private var readyFrom = 0
  private var isOver = false
  /// Whether durations are always derived: in a fragmented movie, samples may end before or after the start of the next fragment.
  private let isFragmented: Bool
  private var backwards = 0
  private let end: UInt64
  /// Whether samples need `checkCarried`; stored because asking a reader copies it.
  private let isChecked: Bool
  /// Tracks with an incomplete sample: all later samples are skipped too, so that there is no gap.
  private var isCut: [Bool]
  /// Number of samples skipped for that reason.
  private(set) var missing = 0

  init(_ source: AnyByteSource, _ first: MediaReader, wanted: [Int], order: Order) throws(MediaError) {
    tracks = first.tracks
    self.wanted = wanted
    for track in wanted { try first.checkPlaces(ofTrack: track) }
    var isWanted = Array(repeating: false, count: tracks.count)
    for track in wanted where tracks.indices.contains(track) { isWanted[track] = true }
    self.isWanted = isWanted
    scales = tracks.map { Int64($0.timescale ?? 1) }
    isFragmented = first.traits.derivesDurations
    end = source.byteCount
    isChecked = first.container == .adts
    isCut = Array(repeating: false, count: tracks.count)
    held = Array(repeating: nil, count: tracks.count)
    lastDuration = Array(repeating: nil, count: tracks.count)
    if order == .time || !first.traits.isInFileOrder, first.traits.isIndexed, wanted.count > 1 {
      for track in wanted { readers.append(try first.reopened(track: track)) }
    } else {
      let only = wanted.count == 1 ? wanted.first : nil
      readers = [try first.reopened(track: only)]
    }
    heads = readers.map { _ in MediaSample() }
    for reader in readers.indices where try advance(reader) { ahead.insert(head(of: reader)) }
  }

  var findings: [String] {
    var all: [String] = []
    var known: Set<String> = []
    for reader in readers { for finding in reader.findings where known.insert(finding).inserted { all.append(finding) } }
    if backwards > 0, isFragmented {
      all.append(
        "decoding times go backwards \(backwards == 1 ? "once" : "\(backwards) times"), as where segments are in the wrong order: later samples are shifted"
      )
    }
    if missing > 0 { all.append("the file ends at \(end): \(missing) incomplete or missing samples are skipped") }
    return all
  }

  /// The description of a sample of this queue; those of FLV and byte streams are found while reading.
  func description(of sample: MediaSample) -> MediaSampleDescription? {
    let (track, index) = (sample.track, sample.descriptionIndex)
    if let first = readers.first, first.traits.knowsDescriptions { return first.description(ofTrack: track, index: index) }
    for reader in readers { if let found = reader.description(ofTrack: track, index: index) { return found } }
    return nil
  }

  /// The descriptions of a track found so far, in order.
  func descriptions(ofTrack track: Int) -> [MediaSampleDescription] {
    var longest: [MediaSampleDescription] = []
    for reader in readers {
      let count = UInt32(clamping: reader.descriptionCount(ofTrack: track))
      if Int(count) <= longest.count { continue }
      longest = (0..<count).map { reader.description(ofTrack: track, index: $0 + 1) ?? MediaSampleDescription() }
    }
    return longest
  }

  /// The codec configuration of a sample.
  /// - Throws: `MediaError.unsupported` if the codec needs one and the sample's description has none.
  func configuration(of sample: MediaSample) throws(MediaError) -> MediaConfiguration {
    let track = tracks[sample.track]
    let found = description(of: sample)?.configuration ?? .none
    if found == .none, track.configuration != .none {
      let number = sample.descriptionIndex
      throw .unsupported(
        "the sample at \(sample.offset) of track \(track.index) uses description \(number), which has no configuration")
    }
    return found
  }

  /// Reads the next sample of a reader; false after the last.
  private mutating func advance(_ reader: Int) throws(MediaError) -> Bool {
    while try readers[reader].next(&heads[reader]) {
      let track = heads[reader].track
      if !isWanted[track] { continue }
      if isChecked { try readers[reader].checkCarried(heads[reader]) }
      if heads[reader].offset > end || heads[reader].size > end &- heads[reader].offset { isCut[track] = true }
      if !isCut[track] { return true }
      missing += 1
    }
    return false
  }

  /// The next sample; nil after the last.
  mutating func next() throws(MediaError) -> MediaSample? {
    var sample = MediaSample()
    return try next(&sample) ? sample : nil
  }

  /// Reads the next sample into `sample`, which saves copies of it; false after the last.
  mutating func next(_ sample: inout MediaSample) throws(MediaError) -> Bool {
    while readyFrom == ready.count, !isOver {
      if try !nextOfReaders(&sample) {
        isOver = true
        finishAll()
        break
      }
      let track = sample.track
      if sample.duration > 0, !isFragmented, held[track] == nil {
        lastDuration[track] = sample.duration
        return true
      }
      if let before = held[track] { finish(before, until: sample.decodeTime) }
      held[track] = sample
    }
    if readyFrom == ready.count { return false }
    sample = ready[readyFrom]
    readyFrom += 1
    if readyFrom == ready.count {
      ready.removeAll(keepingCapacity: true)
      readyFrom = 0
    }
    return true
  }

  /// Gives the last sample of each track the duration of the one before, unless it has its own; an only sample that of its configuration.
  /// The last sample of a text track is often an empty one of duration 0, which ends the one before.
  private mutating func finishAll() {
    for track in held.indices {
      guard let last = held[track] else { continue }
      let isTimed = tracks[track].kind == .video || tracks[track].kind == .audio
      finish(last, last.duration > 0 || !isTimed ? last.duration : lastDuration[track] ?? tracks[track].onlyDuration)
    }
  }

  /// Gives a sample the duration until the next one; if decoding times stand still or go backwards, its own duration.
  private mutating func finish(_ sample: MediaSample, until next: Int64) {
    let (length, overflow) = next.subtractingReportingOverflow(sample.decodeTime)
    if length < 0 || overflow { backwards += 1 }
    finish(sample, length > 0 && !overflow ? UInt32(clamping: length) : sample.duration)
  }

  private mutating func finish(_ sample: MediaSample, _ duration: UInt32) {
    var sample = sample
    sample.duration = duration
    lastDuration[sample.track] = duration
    ready.append(sample)
  }

  private mutating func nextOfReaders(_ sample: inout MediaSample) throws(MediaError) -> Bool {
    guard let reader = ahead.first?.reader else { return false }
    sample = heads[reader]
    if try advance(reader) { ahead.replaceFirst(head(of: reader)) } else { ahead.removeFirst() }
    return true
  }

  private func head(of reader: Int) -> Head {
    Head(decodeTime: heads[reader].decodeTime, scale: scales[heads[reader].track], reader: reader)
  }

  /// The first sample of each track; for containers without an index, only tracks that occur in the first 4096 samples.
  static func firstSamples(
    _ first: MediaReader, _ wanted: [Int]
  ) throws(MediaError) -> [Int: MediaSample] {
    var found: [Int: MediaSample] = [:]
    if first.traits.isIndexed {
      for track in wanted {
        var reader = try first.reopened(track: track)
        found[track] = try reader.next()
      }
      return found
    }
    var reader = first.uncorrected()
    var looked = 0
    while found.count < wanted.count, looked < 4096, let sample = try reader.next() {
      looked += 1
      if found[sample.track] == nil { found[sample.track] = sample }
    }
    return found
  }
}
