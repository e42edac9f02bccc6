import AACKit
import BitstreamKit

/// The raw data blocks of an ADTS stream. A frame that does not locate its blocks is one sample with the duration of all of them.
struct ADTSInput: ContainerInput {
  private var source: AnyByteSource
  private var events: ADTSEvents
  private var time: Int64 = 0
  private var ahead: ADTSFrame?
  /// Remaining blocks of the last frame, in reverse order.
  private var blocks: [Range<UInt64>] = []
  private(set) var tracks: [MediaTrack] = []
  private(set) var findings: [String] = []

  init(_ source: AnyByteSource) throws(MediaError) {
    self.source = source
    events = ADTSEvents(source)
    guard let first = try frame() else { throw .malformed(findings.first ?? "no ADTS frame") }
    ahead = first
    var track = MediaTrack(index: 0, id: 1, kind: .audio, codec: .aac, timescale: nil)
    let channels = try programConfig(first)
    if let config = try? AudioSpecificConfig(first.header, programConfigElement: channels) {
      track.configuration = .aac(config)
      track.timescale = config.coreSampleRate
      track.sampleRate = config.coreSampleRate ?? 0
      track.channels = config.coreChannelCount.map { UInt32($0) } ?? 0
    }
    tracks = [track]
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
    var found = ahead
    ahead = nil
    if found == nil { found = try frame() }
    guard let frame = found else { return nil }
    // Most frames have one block.
    if frame.header.numberOfRawDataBlocksInFrame == 0 { return sample(frame.payloadPosition..<frame.end, Self.blockDuration) }
    guard let all = frame.rawDataBlocks else {
      return sample(frame.payloadPosition..<frame.end, Self.blockDuration * UInt32(frame.header.rawDataBlockCount))
    }
    blocks = all.reversed()
    return blocks.popLast().map { sample($0, Self.blockDuration) }
  }

  private mutating func sample(_ block: Range<UInt64>, _ duration: UInt32) -> MediaSample {
    let sample = MediaSample(
      track: 0, decodeTime: time, presentationTime: time, duration: duration, offset: block.lowerBound,
      size: block.upperBound - block.lowerBound, isKey: true)
    time += Int64(duration)
    return sample
  }

  /// Duration of a raw data block in samples.
  private static var blockDuration: UInt32 { 1024 }

  /// Whether a sample has several blocks, which other containers do not allow.
  static func isSeveral(_ sample: MediaSample) -> Bool { sample.duration > blockDuration }

  private mutating func frame() throws(MediaError) -> ADTSFrame? {
    do {
      while let event = try events.next() {
        switch event {
        case .frame(let frame): return frame
        // An incomplete sample is listed, and reported with those outside the file.
        case .truncated(let position, let header?, _): return ADTSFrame(position: position, header: header)
        case .garbage(let position, let count, _): find("skipped \(counted(count, "byte")) at \(position): no ADTS sync word")
        case .truncated(_, _, let error): find(error.description)
        case .id3: break
        }
      }
    } catch { throw .bytes(error) }
    return nil
  }

  private mutating func find(_ message: String) { if findings.count < 64 { findings.append(message) } }
}
