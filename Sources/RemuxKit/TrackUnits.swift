import BitstreamKit
import MP4Kit

/// The NAL units of a track of a file whose samples hold them behind lengths, in decoding order: first those of the configuration
/// record, then those of each sample. Where another description comes into force, the units of its record come before its samples.
///
/// Samples are read through a window: of a unit no more than `limit` bytes are held, however large the sample is.
public struct TrackUnits {
  /// A step through the track.
  public enum Event: Sendable {
    /// A unit of a configuration record, and the array that its range counts in. Its length has two bytes.
    case configuration(AnnexBUnitCollector.Unit, [UInt8])
    /// A sample begins.
    case sample(MediaSample)
    /// A unit of the sample that began last; its range counts in `bytes`. What its sample cuts off is left out of its length.
    case unit(AnnexBUnitCollector.Unit)
    /// Something is wrong, and goes on behind it.
    case finding(String)
  }

  /// The codec of the units.
  public let codec: VideoCodec
  /// What the ranges of units count in, until the next one is asked for.
  public private(set) var bytes: [UInt8] = []

  private let track: MediaTrack
  private let limit: Int
  private let chunkSize: Int
  private var reader: MediaReader
  private var source: AnyByteSource
  private var bytesFrom: UInt64 = 0
  /// What comes before the sample.
  private var waiting: [Event] = []
  private var waitingFrom = 0
  private var hasBegun = false

  // The description in force.
  private var number: UInt32?
  private var lengthSize = NALLengthSize.four
  private var isForeign = false
  private var used: [Bool]

  // The sample under way.
  private var sample: MediaSample?
  private var position: UInt64 = 0
  private var end: UInt64 = 0
  private var isClipped = false

  /// Opens a track.
  /// - Parameters:
  ///   - container: what the file is.
  ///   - track: its index.
  ///   - limit: so many bytes of a unit are wanted at most.
  /// - Throws: where the file cannot be read, or the track holds no units of H.264 or H.265.
  public init<Source: ByteSource>(_ file: Source, as container: MediaContainer, track: Int, limit: Int) throws(MediaError) {
    source = AnyByteSource(file)
    reader = try MediaReader(file, as: container, track: track)
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

  /// What is wrong with the file, as far as it was read.
  public var findings: [String] { reader.findings }

  /// The next step; nil behind the last sample.
  public mutating func next() throws(MediaError) -> Event? {
    while true {
      if waitingFrom < waiting.count {
        waitingFrom += 1
        return waiting[waitingFrom - 1]
      }
      waiting.removeAll(keepingCapacity: true)
      waitingFrom = 0
      if let unit = try nextUnit() { return .unit(unit) }
      if !waiting.isEmpty { continue }
      if try !nextSample() { return nil }
    }
  }

  /// The units of descriptions that no sample so far went by.
  public func unusedConfigurations() -> [Event] {
    var events: [Event] = []
    for (place, isUsed) in used.enumerated() where !isUsed {
      if let description = description(UInt32(clamping: place + 1)), fits(description) { events += Self.units(description) }
    }
    return events
  }

  // MARK: - Descriptions

  private func description(_ index: UInt32) -> MediaDescription? { reader.description(ofTrack: track.index, index: index) }

  private func fits(_ description: MediaDescription) -> Bool {
    switch description.configuration {
    case .avc: codec == .h264
    case .hevc: codec == .hevc
    case .none: true
    case .aac, .box: false
    }
  }

  private static func units(_ description: MediaDescription) -> [Event] {
    description.units.map { place, bytes in
      .configuration(
        AnnexBUnitCollector.Unit(position: unit(place, 2, UInt64(bytes.count), bytes, 0), range: 0..<bytes.count, isHeld: true), bytes)
    }
  }

  /// Another description comes into force.
  private mutating func apply(_ index: UInt32) {
    if let place = Int(exactly: index), place > 0, place <= used.count { used[place - 1] = true }
    isForeign = false
    guard let description = description(index) else {
      waiting.append(.finding("there is no sample description \(index): lengths of \(lengthSize.rawValue) bytes are assumed"))
      return
    }
    guard fits(description) else {
      isForeign = true
      waiting.append(.finding("sample description \(index) is not of \(codec.title.description): its samples are left out"))
      return
    }
    if case .lengthPrefixed(let size) = description.framing {
      lengthSize = size
      if size.isReserved {
        waiting.append(.finding("lengthSizeMinusOne is 2, which is reserved, at \(description.offset &+ reservedPlace)"))
      }
    } else {
      lengthSize = .four
      waiting.append(.finding("no configuration record that can be read: lengths of 4 bytes are assumed"))
    }
    waiting += Self.units(description)
  }

  /// The byte of a record that has lengthSizeMinusOne.
  private var reservedPlace: UInt64 { codec == .h264 ? 4 : 21 }

  // MARK: - Samples

  private mutating func nextSample() throws(MediaError) -> Bool {
    let isFirst = !hasBegun
    hasBegun = true
    if isFirst, track.isProtected { waiting.append(.finding("the samples are encrypted: what is not in the clear makes no sense")) }
    guard let sample = try reader.next() else {
      if isFirst { apply(1) }
      return isFirst
    }
    if sample.descriptionIndex != number {
      number = sample.descriptionIndex
      apply(sample.descriptionIndex)
    }
    if isForeign { return true }
    self.sample = sample
    position = min(sample.offset, source.byteCount)
    end = position + min(sample.size, source.byteCount - position)
    isClipped = sample.offset > source.byteCount || end - position < sample.size
    waiting.append(.sample(sample))
    if isClipped {
      waiting.append(.finding("of the sample at \(sample.offset), \(end - position) of \(sample.size) bytes are in the file"))
    }
    return true
  }

  private mutating func nextUnit() throws(MediaError) -> AnnexBUnitCollector.Unit? {
    guard position < end else { return nil }
    let (place, size) = (position, UInt64(lengthSize.rawValue))
    guard end - place >= size, try load(place, lengthSize.rawValue) == lengthSize.rawValue else {
      position = end
      if !isClipped { waiting.append(.finding("\(end - place) bytes at \(place) behind the last unit of the sample are no length")) }
      return nil
    }
    var length: UInt64 = 0
    for index in 0..<lengthSize.rawValue { length = length << 8 | UInt64(bytes[Int(place - bytesFrom) + index]) }
    let there = min(length, end - place - size)
    position = place + size + there
    if there < length, !isClipped {
      waiting.append(.finding("the NAL unit at \(place) has \(length) bytes, of which its sample has \(there)"))
    }
    if there == 0, length > 0 { return nil }
    let wanted = lengthSize.rawValue + min(limit, Int(clamping: there))
    let loaded = try load(place, wanted)
    if loaded < lengthSize.rawValue { return nil }
    let first = Int(place - bytesFrom) + lengthSize.rawValue
    return AnnexBUnitCollector.Unit(
      position: Self.unit(place, lengthSize.rawValue, there, bytes, first), range: first..<first + loaded - lengthSize.rawValue,
      isHeld: false)
  }

  /// Brings bytes of the sample into the window.
  /// - Returns: how many of them are there.
  private mutating func load(_ place: UInt64, _ count: Int) throws(MediaError) -> Int {
    if place < bytesFrom || place + UInt64(count) > bytesFrom + UInt64(bytes.count) {
      let most = max(count, Int(clamping: min(UInt64(chunkSize), end - place)))
      do { try source.read(at: place, count: most, into: &bytes) } catch { throw .bytes(error) }
      bytesFrom = place
    }
    return min(count, bytes.count - Int(place - bytesFrom))
  }

  /// A unit's place, and its head out of `bytes[first...]`.
  private static func unit(_ place: UInt64, _ lengthSize: Int, _ length: UInt64, _ bytes: [UInt8], _ first: Int) -> AnnexBUnit {
    var head: UInt64 = 0
    let count = max(0, min(8, Int(clamping: length), bytes.count - first))
    for index in 0..<count { head |= UInt64(bytes[first + index]) << UInt64(56 - 8 * index) }
    return AnnexBUnit(startCodeOffset: place, startCodeLength: lengthSize, length: length, head: head, headCount: count)
  }
}
