import BitstreamKit
import MP4Kit

/// The samples of the wanted tracks of a source, with durations, in an order that suits the target.
///
/// A container that does not say how long a sample lasts is read one sample ahead in each track.
struct SampleQueue {
  /// Which sample comes next.
  enum Order {
    /// That which stands next in the file: one pass over it.
    case file
    /// That which is decoded next: each track is read on its own.
    case time
  }

  let tracks: [MediaTrack]
  let wanted: [Int]
  private let isWanted: [Bool]
  private let scales: [Int64]
  private var readers: [MediaReader] = []
  /// The next sample of a reader. Of two that are decoded at the same time, that of the first reader goes first.
  private struct Head: Comparable {
    var sample: MediaSample
    /// Units in a second of the sample's times.
    var scale: Int64
    var reader: Int

    static func < (a: Head, b: Head) -> Bool {
      let (left, right) = (a.sample.decodeTime.multipliedFullWidth(by: b.scale), b.sample.decodeTime.multipliedFullWidth(by: a.scale))
      return (left.high, left.low, a.reader) < (right.high, right.low, b.reader)
    }
  }
  /// The next samples. They stand apart from the readers, so that they are looked at without a copy of those.
  private var ahead = MinHeap<Head>()
  /// The last sample of each track, whose duration the next one tells.
  private var held: [MediaSample?]
  private var lastDuration: [UInt32]
  private var ready: [MediaSample] = []
  private var readyFrom = 0
  private var isOver = false
  /// In a movie of fragments, samples of a fragment may end before or behind where the next fragment begins.
  private let isFragmented: Bool
  private var backwards = 0
  private let end: UInt64
  /// Whether samples may be such as cannot be carried. Known in front: to ask a reader takes a copy of it.
  private let isChecked: Bool
  /// Tracks of which a sample lies behind the end of the file: those after it are left out too, so that no hole comes up.
  private var isCut: [Bool]
  /// How many samples were left out for that.
  private(set) var missing = 0

  init(_ source: AnyByteSource, _ first: MediaReader, wanted: [Int], order: Order, frameRate: ExactRatio?) throws(MediaError) {
    tracks = first.tracks
    self.wanted = wanted
    var isWanted = Array(repeating: false, count: tracks.count)
    for track in wanted where tracks.indices.contains(track) { isWanted[track] = true }
    self.isWanted = isWanted
    scales = tracks.map { Int64($0.timescale ?? 1) }
    isFragmented = first.movie.map { $0.isFragmented } ?? (first.container == .mp4)
    end = source.byteCount
    isChecked = first.container == .adts
    isCut = Array(repeating: false, count: tracks.count)
    held = Array(repeating: nil, count: tracks.count)
    lastDuration = Array(repeating: 0, count: tracks.count)
    // Only a container with an index can be read track by track.
    if order == .time || first.movie == nil, first.container == .mp4, wanted.count > 1 {
      for track in wanted { readers.append(try first.reopened(source, frameRate: frameRate, track: track)) }
    } else {
      let only = wanted.count == 1 ? wanted.first : nil
      readers = [try first.reopened(source, frameRate: frameRate, track: only)]
    }
    for reader in readers.indices { if let head = try head(of: reader) { ahead.insert(head) } }
  }

  var findings: [String] {
    var all: [String] = []
    var known: Set<String> = []
    for reader in readers { for finding in reader.findings where known.insert(finding).inserted { all.append(finding) } }
    if backwards > 0, isFragmented { all.append("times run backwards \(backwards) times: what comes behind is moved") }
    if missing > 0 { all.append("the file ends at \(end): \(missing) samples that are not wholly there are left out") }
    return all
  }

  /// The description that a sample of this queue goes by: those of FLV and bare streams come with the samples.
  func description(of sample: MediaSample) -> MediaDescription? {
    let (track, index) = (sample.track, sample.descriptionIndex)
    // Readers of movies and compositions have the same descriptions.
    if let first = readers.first, first.movie != nil || first.composition != nil { return first.description(ofTrack: track, index: index) }
    for reader in readers { if let found = reader.description(ofTrack: track, index: index) { return found } }
    return nil
  }

  /// The descriptions of a track so far, in their order.
  func descriptions(ofTrack track: Int) -> [MediaDescription] {
    var longest: [MediaDescription] = []
    for reader in readers {
      let count = UInt32(clamping: reader.descriptionCount(ofTrack: track))
      if Int(count) <= longest.count { continue }
      longest = (0..<count).map { reader.description(ofTrack: track, index: $0 + 1) ?? MediaDescription() }
    }
    return longest
  }

  /// The configuration of the description that a sample goes by.
  /// - Throws: where its codec needs one that is not there, or cannot be read.
  func configuration(of sample: MediaSample) throws(MediaError) -> MediaConfiguration {
    let track = tracks[sample.track]
    let found = description(of: sample)?.configuration ?? .none
    if found == .none, track.configuration != .none {
      let number = sample.descriptionIndex
      throw .unsupported(
        "the sample at \(sample.offset) of track \(track.index) goes by description \(number), which says no configuration")
    }
    return found
  }

  private mutating func advance(_ reader: Int) throws(MediaError) -> MediaSample? {
    while let sample = try readers[reader].next() {
      if !isWanted[sample.track] { continue }
      if isChecked { try readers[reader].checkCarried(sample) }
      if sample.offset > end || sample.size > end &- sample.offset { isCut[sample.track] = true }
      if !isCut[sample.track] { return sample }
      missing += 1
    }
    return nil
  }

  /// The next sample; nil behind the last.
  mutating func next() throws(MediaError) -> MediaSample? {
    while readyFrom == ready.count, !isOver {
      guard let sample = try nextOfReaders() else {
        isOver = true
        finishAll()
        break
      }
      if sample.duration > 0, !isFragmented, held[sample.track] == nil {
        lastDuration[sample.track] = sample.duration
        return sample
      }
      if let before = held[sample.track] { finish(before, until: sample.decodeTime) }
      held[sample.track] = sample
    }
    if readyFrom == ready.count { return nil }
    let sample = ready[readyFrom]
    readyFrom += 1
    if readyFrom == ready.count {
      ready.removeAll(keepingCapacity: true)
      readyFrom = 0
    }
    return sample
  }

  /// The last sample of each track lasts as long as the one before it.
  private mutating func finishAll() {
    for track in held.indices { if let last = held[track] { finish(last, last.duration > 0 ? last.duration : lastDuration[track]) } }
  }

  /// A sample lasts until the next; where times stand still or run backwards, as long as it says itself.
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

  private mutating func nextOfReaders() throws(MediaError) -> MediaSample? {
    guard let found = ahead.first else { return nil }
    if let next = try head(of: found.reader) { ahead.replaceFirst(next) } else { ahead.removeFirst() }
    return found.sample
  }

  private mutating func head(of reader: Int) throws(MediaError) -> Head? {
    try advance(reader).map { Head(sample: $0, scale: scales[$0.track], reader: reader) }
  }

  /// The first sample of each track; where the container has no index, of those that the first samples of the file show.
  static func firstSamples(
    _ source: AnyByteSource, _ first: MediaReader, _ wanted: [Int], _ rate: ExactRatio?
  ) throws(MediaError) -> [Int: MediaSample] {
    var found: [Int: MediaSample] = [:]
    if first.container == .mp4 {
      for track in wanted {
        var reader = try first.reopened(source, frameRate: rate, track: track)
        found[track] = try reader.next()
      }
      return found
    }
    var reader = try MediaReader(source, as: first.container, frameRate: rate)
    var looked = 0
    while found.count < wanted.count, looked < 4096, let sample = try reader.next() {
      looked += 1
      if found[sample.track] == nil { found[sample.track] = sample }
    }
    return found
  }
}
