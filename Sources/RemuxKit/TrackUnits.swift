import BitstreamKit
import MP4Kit
import NALKit

/// Iterates over the NAL units of a track with length-prefixed samples, in decoding order: the units of the configuration record first,
/// then those of each sample. When the sample description changes, the units of the new record precede its samples.
///
/// Samples are read through a window: at most `limit` bytes of a unit are held, however large the sample is.
public struct TrackUnits {
  /// A step of the iteration.
  public enum Event: Sendable {
    /// A unit of a configuration record, and the array that its range refers to. Its length field has two bytes.
    case configuration(AnnexBUnitCollector.Unit, [UInt8])
    /// Start of a sample.
    case sample(MediaSample)
    /// A unit of the current sample; its range refers to `bytes`. Its length excludes bytes beyond the end of the sample.
    case unit(AnnexBUnitCollector.Unit)
    /// The current sample has no units: it begins with this many zero bytes, of media data that was never written or is lost.
    case blank(MediaSample, UInt64)
    /// A problem; iteration continues after it.
    case finding(String)

    /// The text of a finding or of a blank sample; nil for the others.
    public var problem: String? {
      switch self {
      case .finding(let text): text
      case .blank(let sample, let zeros):
        "the sample at \(sample.offset) \(zeros == sample.size ? "is" : "begins with") \(counted(zeros, "zero byte")): "
          + "it was never written, or is lost"
      case .configuration, .sample, .unit: nil
      }
    }
  }

  /// The codec of the NAL units.
  public let codec: VideoCodec
  /// The time scale of the samples in units per second; 0 if it is not known.
  package var timescale: UInt32 { track.timescale ?? 0 }
  /// The buffer that unit ranges refer to; valid until the next call of `next()`.
  public private(set) var bytes: [UInt8] = []

  private let track: MediaTrack
  private let limit: Int
  private let chunkSize: Int
  private var reader: MediaReader
  private var source: AnyByteSource
  private var bytesFrom: UInt64 = 0
  /// Events to return before the next unit is read.
  private var waiting: [Event] = []
  private var waitingFrom = 0
  private var hasBegun = false

  /// Samples that are smaller, and gaps between samples that are smaller, are read together.
  private static let nearby: UInt64 = 2048
  /// The number of bytes read at a time where samples are small.
  private static let readAhead: UInt64 = 1 << 15

  // Current sample description.
  private var number: UInt32?
  private var lengthSize = NALLengthSize.four
  private var isForeign = false
  private var used: [Bool]

  // Current sample.
  private var sample: MediaSample?
  private var position: UInt64 = 0
  private var end: UInt64 = 0
  private var isClipped = false
  /// Its clear bytes, in a protected track.
  private var clear = ClearRanges()
  /// Whether a unit was found to be encrypted with its length, in this sample or one before.
  private var hasHidden = false

  /// Opens a track.
  /// - Parameters:
  ///   - container: the container format.
  ///   - track: index of the track.
  ///   - limit: the largest number of bytes to hold of a unit.
  /// - Throws: `MediaError` if the file cannot be read or the track is neither H.264 nor H.265.
  public init<Source: ByteSource>(_ file: Source, as container: MediaContainer, track: Int, limit: Int) throws(MediaError) {
    try self.init(AnyByteSource(file), MediaReader(file, as: container, track: track), track: track, limit: limit)
  }

  /// Opens a track of a file that is open already.
  /// - Parameter reader: a reader of this track alone, at its beginning.
  package init(_ source: AnyByteSource, _ reader: MediaReader, track: Int, limit: Int) throws(MediaError) {
    self.source = source
    self.reader = reader
    guard reader.tracks.indices.contains(track) else { throw .malformed("there is no track \(track)") }
    self.track = reader.tracks[track]
    switch self.track.codec {
    case .h264: codec = .h264
    case .hevc: codec = .hevc
    default: throw .unsupported("track \(track) is \(self.track.codec.name), which has no NAL units")
    }
    self.limit = max(8, limit)
    chunkSize = min(max(4096, self.limit), 1 << 17)
    used = [Bool](repeating: false, count: reader.descriptionCount(ofTrack: track))
  }

  /// Problems found in the part of the file read so far.
  public var findings: [String] { reader.findings }

  /// The next event; nil after the last sample.
  public mutating func next() throws(MediaError) -> Event? {
    while true {
      if waitingFrom < waiting.count {
        waitingFrom += 1
        return waiting[waitingFrom - 1]
      }
      if waitingFrom > 0 {
        waiting.removeAll(keepingCapacity: true)
        waitingFrom = 0
      }
      if let unit = try nextUnit() { return .unit(unit) }
      if !waiting.isEmpty { continue }
      switch try nextSample() {
      case .end: return nil
      case .sample(let sample): return .sample(sample)
      case .waiting: break
      }
    }
  }

  /// The units of descriptions that no sample has used so far.
  public func unusedConfigurations() -> [Event] {
    var events: [Event] = []
    for (place, isUsed) in used.enumerated() where !isUsed {
      if let description = description(UInt32(clamping: place + 1)), fits(description) { events += Self.units(description) }
    }
    return events
  }

  // MARK: - Descriptions

  private func description(_ index: UInt32) -> MediaSampleDescription? { reader.description(ofTrack: track.index, index: index) }

  private func fits(_ description: MediaSampleDescription) -> Bool {
    switch description.configuration {
    case .avc: codec == .h264
    case .hevc: codec == .hevc
    case .none: true
    case .aac, .box: false
    }
  }

  private static func units(_ description: MediaSampleDescription) -> [Event] {
    description.units.map { place, bytes in
      .configuration(
        AnnexBUnitCollector.Unit(position: unit(place, 2, UInt64(bytes.count), bytes, 0), range: 0..<bytes.count, isHeld: true), bytes)
    }
  }

  /// Switches to another sample description.
  private mutating func apply(_ index: UInt32) {
    if let place = Int(exactly: index), place > 0, place <= used.count { used[place - 1] = true }
    isForeign = false
    guard let description = description(index) else {
      waiting.append(.finding("there is no sample description \(index): assuming \(lengthSize.rawValue)-byte lengths"))
      return
    }
    guard fits(description) else {
      isForeign = true
      waiting.append(.finding("sample description \(index) is not \(codec.title.description): its samples are skipped"))
      return
    }
    if case .lengthPrefixed(let size) = description.framing {
      lengthSize = size
      if size.isReserved {
        waiting.append(.finding("lengthSizeMinusOne is 2, which is reserved, at \(description.offset &+ reservedPlace)"))
      }
    } else {
      lengthSize = .four
      waiting.append(.finding("no readable configuration record: assuming 4-byte lengths"))
    }
    waiting += Self.units(description)
  }

  /// Offset of lengthSizeMinusOne in the configuration record.
  private var reservedPlace: UInt64 { codec == .h264 ? 4 : 21 }

  // MARK: - Samples

  /// How a sample begins.
  private enum Beginning {
    case end
    /// Without other events.
    case sample(MediaSample)
    /// With the events in `waiting`, if any.
    case waiting
  }

  private mutating func nextSample() throws(MediaError) -> Beginning {
    let isFirst = !hasBegun
    hasBegun = true
    if isFirst, track.isProtected { waiting.append(.finding("the samples are encrypted: only their clear parts are valid")) }
    guard let sample = try reader.next() else {
      if isFirst { apply(1) }
      return isFirst ? .waiting : .end
    }
    if sample.descriptionIndex != number {
      number = sample.descriptionIndex
      apply(sample.descriptionIndex)
    }
    if isForeign { return .waiting }
    self.sample = sample
    position = min(sample.offset, source.byteCount)
    end = position + min(sample.size, source.byteCount - position)
    isClipped = sample.offset > source.byteCount || end - position < sample.size
    if track.isProtected { try beginProtected(sample) }
    if waiting.isEmpty, !isClipped { return .sample(sample) }
    waiting.append(.sample(sample))
    if isClipped {
      waiting.append(.finding("the sample at \(sample.offset) is truncated: \(end - position) of \(sample.size) bytes are in the file"))
    }
    return .waiting
  }

  /// Finds the clear bytes of a sample. One that has none has no units either: their lengths are encrypted too.
  private mutating func beginProtected(_ sample: MediaSample) throws(MediaError) {
    clear = ClearRanges(try reader.encryptedBytes().clearRanges(from: sample.offset))
    if !clear.hasAny { hide(sample.offset) }
  }

  /// Ends a sample whose next length or unit header is encrypted, and notes the first one.
  private mutating func hide(_ place: UInt64) {
    position = end
    if !hasHidden {
      waiting.append(.finding("the NAL unit at \(place) is encrypted with its length: units of such samples cannot be found"))
    }
    hasHidden = true
  }

  private mutating func nextUnit() throws(MediaError) -> AnnexBUnitCollector.Unit? {
    guard position < end else { return nil }
    let (place, size) = (position, UInt64(lengthSize.rawValue))
    guard end - place >= size, try load(place, lengthSize.rawValue) == lengthSize.rawValue else {
      position = end
      if !isClipped { waiting.append(.finding("\(counted(end - place, "byte")) at \(place) after the last unit: too few for a length")) }
      return nil
    }
    if track.isProtected, clear.count(from: place) <= size {
      hide(place)
      return nil
    }
    let length = bytes.bigEndian(at: Int(place - bytesFrom), size: lengthSize.rawValue)
    if length == 0, let sample, place == sample.offset, case let zeros = try zeros(from: place), sample.isBlank(zeros) {
      position = end
      waiting.append(.blank(sample, zeros))
      return nil
    }
    let there = min(length, end - place - size)
    position = place + size + there
    if there < length, !isClipped {
      waiting.append(.finding("the NAL unit at \(place) has length \(length), but its sample has \(counted(there, "byte")) left"))
    }
    if there == 0, length > 0 { return nil }
    let open = track.isProtected ? min(there, clear.count(from: place + size)) : there
    let wanted = lengthSize.rawValue + min(limit, Int(clamping: open))
    let loaded = try load(place, wanted)
    if loaded < lengthSize.rawValue { return nil }
    let first = Int(place - bytesFrom) + lengthSize.rawValue
    var unit = AnnexBUnitCollector.Unit(
      position: Self.unit(place, lengthSize.rawValue, there, bytes, first, Int(clamping: open)),
      range: first..<first + loaded - lengthSize.rawValue, isHeld: false)
    if open < there {
      unit.isEncrypted = true
      // The second byte of a unit of H.265: nearly all belong to the base layer and its lowest sub-layer.
      if open == 1, codec == .hevc {
        unit.position.head |= 1 << 48
        unit.position.headCount = 2
      }
    }
    return unit
  }

  /// The number of zero bytes of the sample from an offset on.
  private mutating func zeros(from start: UInt64) throws(MediaError) -> UInt64 {
    var place = start
    while place < end {
      let count = try load(place, Int(clamping: min(4096, end - place)))
      let first = Int(place - bytesFrom)
      if let other = bytes[first..<first + count].firstIndex(where: { $0 != 0 }) { return place - start + UInt64(other - first) }
      if count == 0 { break }
      place += UInt64(count)
    }
    return place - start
  }

  /// Loads bytes of the sample into the window.
  /// - Returns: the number of bytes available, at most `count`.
  private mutating func load(_ place: UInt64, _ count: Int) throws(MediaError) -> Int {
    if place < bytesFrom || place + UInt64(count) > bytesFrom + UInt64(bytes.count) {
      // Small samples come several in a read, with those of other tracks that lie between them.
      let windowEnd = bytesFrom &+ UInt64(bytes.count)
      let isNear = !bytes.isEmpty && place >= bytesFrom && place <= windowEnd &+ Self.nearby
      let ahead = isNear && end - place < Self.nearby ? Self.readAhead : end - place
      let size = max(count, Int(clamping: min(UInt64(chunkSize), ahead)))
      do { try source.read(at: place, count: size, into: &bytes) } catch { throw .bytes(error) }
      bytesFrom = place
    }
    return min(count, bytes.count - Int(place - bytesFrom))
  }

  /// The position of a unit, with its first bytes, at most `limit`, taken from `bytes[first...]`.
  private static func unit(
    _ place: UInt64, _ lengthSize: Int, _ length: UInt64, _ bytes: [UInt8], _ first: Int, _ limit: Int = 8
  ) -> AnnexBUnit {
    var head: UInt64 = 0
    let count = max(0, min(8, limit, Int(clamping: length), bytes.count - first))
    for index in 0..<count { head |= UInt64(bytes[first + index]) << UInt64(56 - 8 * index) }
    return AnnexBUnit(startCodeOffset: place, startCodeLength: lengthSize, length: length, head: head, headCount: count)
  }
}

/// The clear bytes of a sample of a protected track.
private struct ClearRanges {
  /// Ranges in the file that are clear, in order; nil if all bytes are.
  private var ranges: [Range<UInt64>]?
  private var current = 0

  /// - Parameter ranges: the clear ranges of the sample; nil if all bytes are clear.
  init(_ ranges: [Range<UInt64>]? = nil) { self.ranges = ranges }

  var hasAny: Bool { ranges.map { !$0.isEmpty } ?? true }

  /// The number of clear bytes from an offset on. Offsets increase from call to call.
  mutating func count(from offset: UInt64) -> UInt64 {
    guard let ranges else { return .max }
    while current < ranges.count, ranges[current].upperBound <= offset { current += 1 }
    return current < ranges.count && ranges[current].lowerBound <= offset ? ranges[current].upperBound - offset : 0
  }
}
