import AACKit
import BitstreamKit

/// The frames of an ADTS stream.
struct ADTSInput {
  private var parser = ADTSParser()
  private var source: AnyByteSource
  private var chunk: [UInt8] = []
  private var cursor = 0
  private var isOver = false
  private var time: Int64 = 0
  private var ahead: ADTSFrame?
  private(set) var track: MediaTrack?
  private(set) var findings: [String] = []

  init(_ source: AnyByteSource) throws(MediaError) {
    self.source = source
    guard let first = try frame() else { return }
    ahead = first
    var track = MediaTrack(index: 0, id: 1, kind: .audio, codec: .aac, timescale: nil)
    let channels = try programConfig(first)
    if let config = try? AudioSpecificConfig(first.header, programConfigElement: channels) {
      track.configuration = .aac(config)
      track.timescale = config.coreSampleRate
      track.sampleRate = config.coreSampleRate ?? 0
      track.channels = config.coreChannelCount.map { UInt32($0) } ?? 0
    }
    self.track = track
  }

  /// What tells the channels where the header does not.
  private mutating func programConfig(_ frame: ADTSFrame) throws(MediaError) -> ProgramConfigElement? {
    if frame.header.channelConfiguration != 0 { return nil }
    var bytes: [UInt8] = []
    do { try source.read(at: frame.payloadPosition, count: 1024, into: &bytes) } catch { throw .bytes(error) }
    return try? ProgramConfigElement(leading: bytes)
  }

  mutating func next() throws(MediaError) -> MediaSample? {
    let held = ahead
    ahead = nil
    var found = held
    if found == nil { found = try frame() }
    guard let frame = found else { return nil }
    let duration = 1024 * (UInt32(frame.header.numberOfRawDataBlocksInFrame) + 1)
    let sample = MediaSample(
      track: 0, decodeTime: time, presentationTime: time, duration: duration, offset: frame.payloadPosition,
      size: frame.end - frame.payloadPosition, isKey: true)
    time += Int64(duration)
    return sample
  }

  private mutating func frame() throws(MediaError) -> ADTSFrame? {
    while true {
      let event = isOver ? parser.finish() : parser.next(in: chunk, from: &cursor, to: chunk.count)
      switch event {
      case .frame(let frame): return frame
      case .garbage(let position, let count, _): find("\(count) bytes at \(position) are no frame")
      case .truncated(_, _, let error): find(error.description)
      case .id3: break
      case nil:
        if isOver { return nil }
        try read()
      }
    }
  }

  private mutating func read() throws(MediaError) {
    let unseen = parser.skippable
    parser.skip(unseen)
    let position = fed + unseen
    do { try source.read(at: position, count: 65536, into: &chunk) } catch { throw .bytes(error) }
    fed = position + UInt64(chunk.count)
    cursor = 0
    isOver = chunk.isEmpty
  }

  private var fed: UInt64 = 0

  private mutating func find(_ message: String) { if findings.count < 64 { findings.append(message) } }
}
