import AACKit
import BitstreamKit
import H264Kit
import HEVCKit

/// The state of a track in a `MovieWriter`, and its queued samples.
struct MovieWriterTrack {
  /// A queued sample.
  struct Row {
    /// The decoding time on the session timeline, in units of the track's time scale.
    var decode: Int64
    var offset: Int32
    var duration: UInt32
    var size: UInt32
    var isSync: Bool
    var dependency: UInt8
    var description: UInt32

    /// The composition time.
    var composition: Int64 { decode + Int64(offset) }
  }

  let settings: MovieInputSettings
  let id: UInt32
  /// The time scale in units per second; 0 if unknown.
  private(set) var timescale: UInt32
  /// The formats of the sample descriptions so far.
  private(set) var formats: [MovieFormat]
  /// The description of the next sample, counted from 1.
  private(set) var description: UInt32 = 1
  /// Parameter sets to insert before sync samples, because they differ from those in the description.
  var setsInSamples: [[UInt8]] = []
  var isFinished = false
  /// Whether the start time of the track's fragments is set.
  var isBegun = false
  /// The shift of all decoding times.
  private var lead: Int64 = 0
  private var isLeadSettled = false
  /// The decoding time of the first sample.
  private(set) var firstDecode: Int64?
  /// The smallest composition time.
  private(set) var firstComposition: Int64 = 0
  /// Whether a sample with a composition time after that of the first has been appended: the samples after it are not leading pictures.
  private(set) var hasTrailing = false
  /// The latest composition time, and how many samples after the first were the latest when they were appended. Once there are two of
  /// these, the pictures between them have shown how far they are reordered.
  private var latestComposition: Int64 = 0
  private(set) var anchorCount = 0
  /// The end time of the last sample.
  private(set) var end: Int64 = 0
  /// The number of samples appended.
  private(set) var sampleCount: UInt64 = 0
  private var lastDuration: UInt32?
  private var givenDuration: MediaTime?
  private(set) var meter = BitRateMeter()

  private(set) var rows: [Row] = []
  private var bytes = QueuedBytes()

  init(_ settings: MovieInputSettings, id: UInt32) {
    self.settings = settings
    self.id = id
    formats = [settings.format]
    timescale = settings.timescale ?? settings.format.sampleRate ?? 0
  }

  /// Switches to the sample description of a format; adds one if it is new.
  mutating func setFormat(_ format: MovieFormat) {
    if let index = formats.firstIndex(of: format) {
      description = UInt32(index + 1)
    } else {
      formats.append(format)
      description = UInt32(formats.count)
    }
  }

  /// The memory used by queued samples, in bytes: data and rows.
  var byteCount: Int { bytes.count + rows.count * MemoryLayout<Row>.stride }
  /// The number of rows with a known duration.
  var completeCount: Int { isFinished ? rows.count : max(0, rows.count - 1) }
  /// The span from the first to the last queued sample, in units of the track's time scale.
  var span: Int64 { (rows.last?.decode ?? 0) - (rows.first?.decode ?? 0) }

  /// Sets an undetermined time scale: `scale`, or 90,000 for video and 1000 for other media, doubled until it is at least 10,000.
  mutating func settleTimescale(_ scale: UInt32? = nil) {
    if timescale > 0 { return }
    timescale = scale ?? (settings.format.isVideo ? 90_000 : 1000)
    while timescale < 10_000 { timescale *= 2 }
  }

  // MARK: - Input

  /// Converts a source time to session time in units of the track's time scale.
  mutating func units(_ time: MediaTime, since origin: MediaTime) throws(MediaError) -> Int64 {
    let distance = time.subtracting(origin)
    // A distance of 0 does not determine a time scale.
    if timescale == 0, distance?.value == 0 { return 0 }
    if timescale == 0 { settleTimescale(time.timescale) }
    func rounded(_ time: MediaTime?, _ limit: UInt64) -> Int64? {
      guard let value = time?.value(in: timescale, rounding: .nearestUp), value.magnitude < limit else { return nil }
      return value
    }
    if let value = rounded(distance, 1 << 61) { return value }
    // The difference has no exact common time scale: both times are rounded separately.
    guard let a = rounded(time, 1 << 60), let b = rounded(origin, 1 << 60) else {
      throw .unsupported("the time \(time) is too far from the start of the session")
    }
    return a - b
  }

  /// Queues a sample.
  mutating func append(
    _ part: [UInt8], _ range: Range<Int>, front: [UInt8], decode: Int64, composition: Int64, duration: MediaTime?, isSync: Bool,
    dependency: UInt8, isSigned: Bool
  ) throws(MediaError) {
    if firstDecode == nil, isSigned { lead = composition - decode }
    let time = decode + lead
    guard let offset = Int32(exactly: composition - time) else { throw .unsupported("the composition offset exceeds 32 bits") }
    guard let size = UInt32(exactly: range.count + front.count) else { throw .unsupported("a sample of more than 4 GiB") }
    if let last = rows.indices.last { try finishRow(last, until: time) }
    if firstDecode == nil {
      (firstDecode, firstComposition, latestComposition) = (time, composition, composition)
    } else {
      if composition > latestComposition { (latestComposition, anchorCount) = (composition, anchorCount + 1) }
      if composition > firstComposition { hasTrailing = true }
      firstComposition = min(firstComposition, composition)
    }
    rows.append(
      Row(decode: time, offset: offset, duration: 0, size: size, isSync: isSync, dependency: dependency, description: description))
    sampleCount += 1
    givenDuration = duration
    if !front.isEmpty { bytes.append(front, 0..<front.count) }
    bytes.append(part, range)
    meter.add(size, at: time, timescale: timescale)
  }

  /// Moves all decoding times so that no composition offset of the queued samples is negative: sources such as byte streams count both times
  /// from 0. Done once, before the first samples are written.
  mutating func settleLead() {
    if isLeadSettled || rows.isEmpty { return }
    isLeadSettled = true
    let delay = rows.reduce(0 as Int64) { max($0, -Int64($1.offset)) }
    // Offsets that differ by more than 32 bits hold stay as they are.
    if delay == 0 || rows.contains(where: { Int64($0.offset) + delay > Int64(Int32.max) }) { return }
    lead -= delay
    for index in rows.indices {
      rows[index].decode -= delay
      rows[index].offset += Int32(delay)
    }
    firstDecode = firstDecode.map { $0 - delay }
    end -= delay
  }

  private mutating func finishRow(_ index: Int, until time: Int64) throws(MediaError) {
    let length = time - rows[index].decode
    if length < 0 { throw .unsupported("decoding times of track \(id) decrease by \(-length)/\(timescale) s") }
    guard let duration = UInt32(exactly: length) else { throw .unsupported("sample duration \(length)/\(timescale) s exceeds 32 bits") }
    rows[index].duration = duration
    lastDuration = duration
    end = time
  }

  /// Ends the track. The last sample gets its given duration, or that of the sample before it, or the frame duration of the format.
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

  // MARK: - Output

  /// The number of leading rows that form a chunk: complete, with one description, and within the limits of `ChunkLimit`.
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

  /// The number of leading rows that are complete, have a decoding time before `time` (nil for all), and share one description.
  func count(before time: Int64?) -> Int {
    var count = 0
    while count < completeCount, rows[count].description == rows[0].description {
      if let time, rows[count].decode >= time { break }
      count += 1
    }
    return count
  }

  /// Passes the bytes of the first `count` rows without copying, in as many parts as needed.
  func withBytes(of count: Int, _ body: ([UInt8], Range<Int>) throws(ByteError) -> Void) throws(ByteError) {
    var size = 0
    for row in rows.prefix(count) { size += Int(row.size) }
    try bytes.forEachPart(ofFirst: size, body)
  }

  /// Removes the first `count` rows.
  mutating func drop(_ count: Int) {
    var size = 0
    for row in rows.prefix(count) { size += Int(row.size) }
    bytes.drop(size)
    if count >= rows.count { rows.removeAll(keepingCapacity: true) } else { rows.removeFirst(count) }
  }

  /// Removes all queued samples.
  mutating func removeAll() {
    rows = []
    bytes.removeAll()
  }
}

/// Measures the average bit rate and the maximum bit rate of any second.
struct BitRateMeter {
  private var window: [(time: Int64, size: UInt32)] = []
  private var first = 0
  private var windowBytes: UInt64 = 0
  private var maxBytes: UInt64 = 0
  private var largest: UInt32 = 0
  private var bytes: UInt64 = 0

  /// Adds a sample. Times are in units of the time scale and must not decrease.
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
    maxBytes = max(maxBytes, windowBytes)
    largest = max(largest, size)
    bytes += UInt64(size)
  }

  /// The bit rate over a duration; nil if the duration or the byte count is 0.
  func measured(_ duration: UInt64, timescale: UInt32) -> BitRateBox? {
    if duration == 0 || bytes == 0 { return nil }
    let product = (bytes << 3).multipliedFullWidth(by: UInt64(timescale))
    var box = BitRateBox()
    box.avgBitrate = product.high < duration ? UInt32(clamping: duration.dividingFullWidth(product).quotient) : UInt32.max
    // A track shorter than one second has no full window.
    box.maxBitrate = max(UInt32(clamping: maxBytes << 3), box.avgBitrate)
    box.bufferSizeDB = largest
    return box
  }
}
