import AACKit
import BitstreamKit

/// The raw data blocks of an ADTS stream. A frame that does not locate its blocks is one sample with the duration of all of them.
struct ADTSInput: ContainerInput {
  private var source: AnyByteSource
  private var events: ADTSEvents
  private var time: Int64 = 0
  /// Frames that have been read and not returned.
  private var ahead: [ADTSFrame] = []
  /// The configurations so far, with the fields of the frame headers that make each, and the number of the current one, from 1.
  private var configurations: [(header: ADTSHeader, description: MediaSampleDescription)] = []
  private var current: UInt32 = 1
  /// What is left of the duration of the samples so far, in units of the track's time scale times the current sampling rate.
  private var rest: UInt64 = 0
  private static let maxConfigurations = 1000
  /// Remaining blocks of the last frame, in reverse order.
  private var blocks: [Range<UInt64>] = []
  private(set) var tracks: [MediaTrack] = []
  private(set) var findings: [String] = []

  init(_ source: AnyByteSource) throws(MediaError) {
    self.source = source
    events = ADTSEvents(source)
    guard let first = try frame() else { throw .malformed(findings.first ?? "no ADTS frame") }
    ahead = [first]
    var track = MediaTrack(index: 0, id: 1, kind: .audio, codec: .aac, timescale: nil)
    let channels = try programConfig(first)
    if let config = try? AudioSpecificConfig(first.header, programConfigElement: channels) {
      track.configuration = .aac(config)
      track.timescale = config.coreSampleRate
      track.sampleRate = config.coreSampleRate ?? 0
      track.channels = config.coreChannelCount.map { UInt32($0) } ?? 0
    }
    tracks = [track]
    var description = MediaSampleDescription()
    description.configuration = track.configuration
    configurations = [(first.header, description)]
  }

  func descriptionCount(ofTrack track: Int) -> Int { configurations.count }

  func description(ofTrack track: Int, index: UInt32) -> MediaSampleDescription? {
    index > 0 && index <= configurations.count ? configurations[Int(index) - 1].description : nil
  }

  /// Whether two frames have the same configuration: the fixed header without its protection.
  private static func isSame(_ a: ADTSHeader, _ b: ADTSHeader) -> Bool {
    (a.profileObjectType, a.samplingFrequencyIndex, a.channelConfiguration)
      == (b.profileObjectType, b.samplingFrequencyIndex, b.channelConfiguration)
  }

  /// Follows a frame whose header has another configuration, as in concatenated streams, unless it is the only one: then its header is
  /// damaged.
  private mutating func follow(_ frame: ADTSFrame) throws(MediaError) {
    if Self.isSame(frame.header, configurations[Int(current) - 1].header) { return }
    if ahead.isEmpty, let next = try self.frame() { ahead.append(next) }
    guard let next = ahead.first, Self.isSame(next.header, frame.header) else {
      return find("the header of the frame at \(frame.position) has another configuration than those around it")
    }
    if let known = configurations.firstIndex(where: { Self.isSame($0.header, frame.header) }) {
      (current, rest) = (UInt32(known + 1), 0)
      return
    }
    let channels = try programConfig(frame)
    guard configurations.count < Self.maxConfigurations,
      let config = try? AudioSpecificConfig(frame.header, programConfigElement: channels)
    else { return find("the configuration of the frame at \(frame.position) is not followed") }
    var description = MediaSampleDescription()
    description.configuration = .aac(config)
    configurations.append((frame.header, description))
    (current, rest) = (UInt32(configurations.count), 0)
  }

  /// The program config element that defines the channels if the header does not.
  private mutating func programConfig(_ frame: ADTSFrame) throws(MediaError) -> ProgramConfigElement? {
    if frame.header.channelConfiguration != 0 { return nil }
    var bytes: [UInt8] = []
    do { try source.read(at: frame.payloadPosition, count: 1024, into: &bytes) } catch { throw .bytes(error) }
    return try? ProgramConfigElement(leading: bytes)
  }

  mutating func next() throws(MediaError) -> MediaSample? {
    if let block = blocks.popLast() { return sample(block, Self.blockDuration) }
    var found = ahead.popLast()
    if found == nil { found = try frame() }
    guard let frame = found else { return nil }
    try follow(frame)
    // Most frames have one block.
    if frame.header.numberOfRawDataBlocksInFrame == 0 { return sample(frame.payloadPosition..<frame.end, Self.blockDuration) }
    guard let all = frame.rawDataBlocks else {
      if current > 1 { throw Self.notLocated(frame.payloadPosition) }
      return sample(frame.payloadPosition..<frame.end, Self.blockDuration * UInt32(frame.header.rawDataBlockCount))
    }
    blocks = all.reversed()
    return blocks.popLast().map { sample($0, Self.blockDuration) }
  }

  private mutating func sample(_ block: Range<UInt64>, _ duration: UInt32) -> MediaSample {
    var duration = duration
    if current > 1, let scale = tracks[0].timescale, let rate = rate(current), rate > 0 {
      rest += UInt64(duration) * UInt64(scale)
      duration = UInt32(clamping: rest / UInt64(rate))
      rest %= UInt64(rate)
    }
    let sample = MediaSample(
      track: 0, decodeTime: time, presentationTime: time, duration: duration, offset: block.lowerBound,
      size: block.upperBound - block.lowerBound, isKey: true, descriptionIndex: current)
    time += Int64(duration)
    return sample
  }

  /// The sampling rate of a description.
  private func rate(_ index: UInt32) -> UInt32? {
    if case .aac(let config) = configurations[Int(index) - 1].description.configuration { return config.coreSampleRate }
    return nil
  }

  /// Duration of a raw data block in samples.
  private static var blockDuration: UInt32 { 1024 }

  /// Whether a sample has several blocks, which other containers do not allow.
  static func isSeveral(_ sample: MediaSample) -> Bool { sample.descriptionIndex == 1 && sample.duration > blockDuration }

  /// The error of such a sample.
  static func notLocated(_ offset: UInt64) -> MediaError {
    .unsupported("the ADTS frame with its payload at \(offset) has several raw data blocks and no protected header to locate them")
  }

  private mutating func frame() throws(MediaError) -> ADTSFrame? {
    do {
      while let event = try events.next() {
        switch event {
        case .frame(let frame): return frame
        // An incomplete sample is listed, and reported with those outside the file.
        case .truncated(let position, let header?, _): return ADTSFrame(position: position, header: header)
        case .garbage(let position, let count, _) where try isTag(position, count): break
        case .garbage(let position, let count, _): find("skipped \(counted(count, "byte")) at \(position): no ADTS frame")
        case .truncated(_, _, let error): find(error.description)
        case .id3: break
        }
      }
    } catch { throw .bytes(error) }
    return nil
  }

  /// Whether bytes without a frame are an ID3v1 tag, the last 128 bytes of a file.
  private func isTag(_ position: UInt64, _ count: UInt64) throws(ByteError) -> Bool {
    guard count == 128, position + count == source.byteCount else { return false }
    var bytes: [UInt8] = []
    try source.read(at: position, count: 3, into: &bytes)
    return bytes == Array("TAG".utf8)
  }

  private mutating func find(_ message: String) { if findings.count < 64 { findings.append(message) } }
}
