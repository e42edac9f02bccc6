import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// What a `MovieWriter` knows of one of its tracks, and the samples that wait.
struct MovieWriterTrack {
  /// A sample that waits.
  struct Row {
    /// On the timeline of the session, in units of the track.
    var decode: Int64
    var offset: Int32
    var duration: UInt32
    var size: UInt32
    var isSync: Bool
    var dependency: UInt8
    var description: UInt32

    /// When it is shown.
    var composition: Int64 { decode + Int64(offset) }
  }

  let settings: MovieInputSettings
  let id: UInt32
  /// Units in a second; 0 as long as nobody knows.
  private(set) var timescale: UInt32
  /// The descriptions so far.
  private(set) var formats: [MovieFormat]
  /// The one that holds for the next sample, counted from 1.
  private(set) var description: UInt32 = 1
  /// Parameter sets that are to stand in the samples, because they are others than those of the description.
  var setsInSamples: [[UInt8]] = []
  var isFinished = false
  /// Whether a fragment has been told when it begins.
  var isBegun = false
  /// Added to all decoding times, for offsets of both signs.
  private var lead: Int64 = 0
  /// Of the first sample.
  private(set) var firstDecode: Int64?
  /// The smallest of all.
  private(set) var firstComposition: Int64 = 0
  /// A sample that is shown behind the first came: those behind it are no leading pictures.
  private(set) var hasTrailing = false
  /// The end of the last sample.
  private(set) var end: Int64 = 0
  private var lastDuration: UInt32?
  private var givenDuration: MediaTime?
  private(set) var meter = BitRateMeter()

  private(set) var rows: [Row] = []
  private var bytes: [UInt8] = []

  init(_ settings: MovieInputSettings, id: UInt32) {
    self.settings = settings
    self.id = id
    formats = [settings.format]
    timescale = settings.timescale ?? settings.format.sampleRate ?? 0
  }

  /// The track of a format that may come again.
  mutating func setFormat(_ format: MovieFormat) {
    if let index = formats.firstIndex(of: format) {
      description = UInt32(index + 1)
    } else {
      formats.append(format)
      description = UInt32(formats.count)
    }
  }

  /// What the samples that wait take in memory: their bytes and their rows.
  var byteCount: Int { bytes.count + rows.count * MemoryLayout<Row>.stride }
  /// How many of the rows know their durations.
  var completeCount: Int { isFinished ? rows.count : max(0, rows.count - 1) }
  /// From the first sample that waits to the last.
  var span: Int64 { (rows.last?.decode ?? 0) - (rows.first?.decode ?? 0) }

  /// Units that times of a scale fall on, and finer ones for the sake of times that do not; where nothing came, usual ones.
  mutating func settleTimescale(_ scale: UInt32? = nil) {
    if timescale > 0 { return }
    timescale = scale ?? (settings.format.isVideo ? 90_000 : 1000)
    while timescale < 10_000 { timescale *= 2 }
  }

  // MARK: - In

  /// A time on the session's timeline in units of the track.
  mutating func units(_ time: MediaTime, since origin: MediaTime) throws(MediaError) -> Int64 {
    let distance = time.subtracting(origin)
    // No time at all says nothing about units.
    if timescale == 0, distance?.value == 0 { return 0 }
    if timescale == 0 { settleTimescale(time.timescale) }
    if let value = distance?.value(in: timescale), value.magnitude < 1 << 61 { return value }
    // No one time scale holds both: each is rounded on its own.
    guard let a = time.value(in: timescale), let b = origin.value(in: timescale), a.magnitude < 1 << 60, b.magnitude < 1 << 60 else {
      throw .unsupported("the time \(time) is too far from the start of the session")
    }
    return a - b
  }

  /// Takes a sample.
  mutating func append(
    _ part: [UInt8], _ range: Range<Int>, front: [UInt8], decode: Int64, composition: Int64, duration: MediaTime?, isSync: Bool,
    dependency: UInt8, isSigned: Bool
  ) throws(MediaError) {
    if firstDecode == nil, isSigned { lead = composition - decode }
    let time = decode + lead
    guard let offset = Int32(exactly: composition - time) else { throw .unsupported("a sample is shown too far from its decoding time") }
    guard let size = UInt32(exactly: range.count + front.count) else { throw .unsupported("a sample of more than 4 GiB") }
    if let last = rows.indices.last { try finishRow(last, until: time) }
    if firstDecode == nil {
      (firstDecode, firstComposition) = (time, composition)
    } else {
      if composition > firstComposition { hasTrailing = true }
      firstComposition = min(firstComposition, composition)
    }
    rows.append(
      Row(decode: time, offset: offset, duration: 0, size: size, isSync: isSync, dependency: dependency, description: description))
    givenDuration = duration
    bytes.append(contentsOf: front)
    bytes.append(contentsOf: part[range])
    meter.add(size, at: time, timescale: timescale)
  }

  private mutating func finishRow(_ index: Int, until time: Int64) throws(MediaError) {
    let length = time - rows[index].decode
    if length < 0 { throw .unsupported("the decoding times of track \(id) run backwards by \(-length)/\(timescale) s") }
    guard let duration = UInt32(exactly: length) else { throw .unsupported("a sample of track \(id) lasts \(length)/\(timescale) s") }
    rows[index].duration = duration
    lastDuration = duration
    end = time
  }

  /// No more samples come: the last lasts as long as was said, or as the one before it.
  mutating func finish() {
    if isFinished { return }
    isFinished = true
    settleTimescale(givenDuration?.timescale)
    guard let last = rows.indices.last else { return }
    let frame = settings.format.samplesPerFrame.flatMap { count in
      settings.format.sampleRate.flatMap { MediaTime(value: Int64(count), timescale: $0)?.value(in: timescale) }
    }
    let given = givenDuration?.value(in: timescale).flatMap { UInt32(exactly: $0) }
    rows[last].duration = given ?? lastDuration ?? frame.flatMap { UInt32(exactly: $0) } ?? 0
    end = rows[last].decode + Int64(rows[last].duration)
  }

  // MARK: - Out

  /// How many of the rows from the first on fit a chunk: as many as are complete and last a second or take a mebibyte at most, and go by
  /// one description.
  var chunkCount: Int {
    var limit = ChunkLimit()
    var count = 0
    while count < completeCount {
      let row = rows[count]
      if limit.begins(duration: row.duration, size: row.size, timescale: timescale) && count > 0
        || row.description != rows[0].description
      {
        break
      }
      count += 1
    }
    return count
  }

  /// How many of the rows from the first on are complete, are decoded before a time (nil for all), and go by one description.
  func count(before time: Int64?) -> Int {
    var count = 0
    while count < completeCount, rows[count].description == rows[0].description {
      if let time, rows[count].decode >= time { break }
      count += 1
    }
    return count
  }

  /// The bytes of the first rows, where they lie.
  func withBytes(of count: Int, _ body: ([UInt8], Range<Int>) throws(ByteError) -> Void) throws(ByteError) {
    var size = 0
    for row in rows.prefix(count) { size += Int(row.size) }
    try body(bytes, 0..<min(size, bytes.count))
  }

  /// The first rows are written.
  mutating func drop(_ count: Int) {
    var size = 0
    for row in rows.prefix(count) { size += Int(row.size) }
    if count >= rows.count {
      rows.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
    } else {
      rows.removeFirst(count)
      bytes.removeFirst(min(size, bytes.count))
    }
  }

  /// Lets everything go.
  mutating func removeAll() {
    rows = []
    bytes = []
  }
}

/// How many bits there are in a second, over all and at most.
struct BitRateMeter {
  private var window: [(time: Int64, size: UInt32)] = []
  private var first = 0
  private var windowBytes: UInt64 = 0
  private var mostBytes: UInt64 = 0
  private var largest: UInt32 = 0
  private var bytes: UInt64 = 0

  /// Counts a sample. Times are in units of the time scale and do not fall.
  mutating func add(_ size: UInt32, at time: Int64, timescale: UInt32) {
    while first < window.count, time - window[first].time >= Int64(timescale) {
      windowBytes -= UInt64(window[first].size)
      first += 1
    }
    if first > 64, first * 2 > window.count {
      window.removeFirst(first)
      first = 0
    }
    window.append((time, size))
    windowBytes += UInt64(size)
    mostBytes = max(mostBytes, windowBytes)
    largest = max(largest, size)
    bytes += UInt64(size)
  }

  /// What was counted over a duration; nil where that is none.
  func measured(_ duration: UInt64, timescale: UInt32) -> BitRateBox? {
    if duration == 0 || bytes == 0 { return nil }
    let product = (bytes << 3).multipliedFullWidth(by: UInt64(timescale))
    var box = BitRateBox()
    box.avgBitrate = product.high < duration ? UInt32(clamping: duration.dividingFullWidth(product).quotient) : UInt32.max
    // A track of less than a second has no window of one.
    box.maxBitrate = max(UInt32(clamping: mostBytes << 3), box.avgBitrate)
    box.bufferSizeDB = largest
    return box
  }
}
