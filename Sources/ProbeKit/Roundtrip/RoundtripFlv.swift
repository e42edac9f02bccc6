import AACKit
import BitstreamKit
import RemuxKit
import FLVKit
import H264Kit
import HEVCKit
import NALKit

/// Checks the tags of an FLV file: headers, script data, configurations, and the NAL units of packets without tracks.
func roundtripFLV(_ input: ProbeInput, _ log: RoundtripLog) throws(ByteError) -> String? {
  var reader = FLVReader(mode: .bodies, headLength: FlvTagCollector.headLength)
  var tags = FLVRoundtrip(log)
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  var refusal: String?
  func take(_ event: FLVEvent) {
    switch event {
    case .header(let header): tags.header(header)
    case .tag(let tag): tags.begin(tag, reader.head)
    case .body(let range): tags.body(chunk, range)
    case .tagEnd: tags.end()
    case .finding(let finding): log.findings.add("\(finding) at \(finding.position)", &log.output)
    case .error(let error) where isCutOff(error): log.findings.add(error.description, &log.output)
    case .error(let error): refusal = error.description
    case .previousTagSize: break
    }
  }
  while log.output.failure == nil, refusal == nil {
    let count = try input.read(into: &chunk)
    if count == 0 { break }
    var cursor = 0
    while refusal == nil, let event = reader.next(in: chunk, from: &cursor, to: count) { take(event) }
  }
  while refusal == nil, let event = reader.finish() { take(event) }
  return refusal
}

/// Checks one tag after another. A body of at most 2^24 bytes is buffered.
private struct FLVRoundtrip {
  private let log: RoundtripLog
  private var tag: FLVTag?
  private var held: [UInt8] = []
  private var sizes = NALLengthSizes()
  private let units = UnitRoundtrip()

  init(_ log: RoundtripLog) { self.log = log }

  /// Checks the FLV header, which the reader has parsed completely.
  func header(_ header: FLVHeader) {
    log.add(
      "FLVHeader", at: 0,
      attempt { () throws(SyntaxError) in
        let bytes = try header.encoded()
        return (try FLVHeader(parsing: bytes).encoded(), bytes)
      })
  }

  mutating func begin(_ tag: FLVTag, _ head: [UInt8]) {
    self.tag = tag
    held.removeAll(keepingCapacity: true)
    held.append(contentsOf: head)
    // The header keeps all of its 88 bits.
    var bytes: [UInt8] = []
    tag.header.pack(into: &bytes)
    log.add("FLVTAG", at: tag.position, attempt { () throws(SyntaxError) in (try TagHeader(parsing: bytes).encoded(), bytes) })
  }

  mutating func body(_ chunk: [UInt8], _ range: Range<Int>) { held.append(contentsOf: chunk[range]) }

  mutating func end() {
    guard let tag, !held.isEmpty else { return }
    let offset = tag.bodyPosition
    let body = held
    if tag.header.filter != 0 { return log.add("encrypted body", at: offset, .kept) }
    switch tag.header.type {
    case .script:
      log.add("ScriptData", at: offset, attempt { () throws(SyntaxError) in (try ScriptData(parsing: body, at: offset).encoded(), body) })
    case .audio: audio(body, offset)
    case .video: video(body, offset)
    default: log.add("unknown body", at: offset, .kept)
    }
  }

  /// Runs `body`, which returns the encoded bytes and the input bytes, and compares them.
  private func attempt(_ body: () throws(SyntaxError) -> (written: [UInt8], bytes: [UInt8])) -> RoundtripResult {
    do {
      let both = try body()
      return .compared(both.written, with: both.bytes)
    } catch { return .unread(error.description) }
  }

  private func audio(_ body: [UInt8], _ offset: UInt64) {
    guard let header = try? AudioTagHeader(parsing: body) else {
      return log.add(
        "AudioTagHeader", at: offset, attempt { () throws(SyntaxError) in (try AudioTagHeader(parsing: body, at: offset).encoded(), []) })
    }
    let start = min(header.byteCount, body.count)
    log.add("AudioTagHeader", at: offset, attempt { () throws(SyntaxError) in (try header.encoded(), Array(body[..<start])) })
    guard header.isSequenceHeader, header.isAAC, header.exAudioTagHeader?.hasTracks != true else { return }
    let bytes = Array(body[start...])
    log.add(
      "AudioSpecificConfig", at: offset + UInt64(start),
      prefix(bytes) { () throws(SyntaxError) in
        try AudioSpecificConfig(parsing: bytes, at: offset + UInt64(start)).encoded()
      })
  }

  private mutating func video(_ body: [UInt8], _ offset: UInt64) {
    guard let header = try? VideoTagHeader(parsing: body) else {
      return log.add(
        "VideoTagHeader", at: offset, attempt { () throws(SyntaxError) in (try VideoTagHeader(parsing: body, at: offset).encoded(), []) })
    }
    let start = min(header.byteCount, body.count)
    log.add("VideoTagHeader", at: offset, attempt { () throws(SyntaxError) in (try header.encoded(), Array(body[..<start])) })
    sizes.take(header, body: body, dataSize: body.count)
    guard header.exVideoTagHeader?.hasTracks != true else { return }
    let rest = Array(body[start...])
    let place = offset + UInt64(start)
    if header.isSequenceHeader {
      configuration(header.nalCodec, rest, place)
    } else if header.hasPicture, let codec = header.nalCodec, codec != VideoFourCc.vvc {
      units.codec = codec == VideoFourCc.avc ? .h264 : .hevc
      var parser = LengthPrefixedParser(lengthSize: sizes.size(ofTrack: header.exVideoTagHeader?.videoTrackId ?? 0))
      var cursor = 0
      while let unit = parser.next(in: rest, from: &cursor, to: rest.count) {
        take(Array(rest[(cursor - Int(unit.length))..<cursor]), place + UInt64(cursor) - UInt64(unit.length))
      }
      if let cut = parser.finish() { log.findings.add(cut.error.inFile(at: place).description, &log.output) }
    }
  }

  private mutating func take(_ unit: [UInt8], _ offset: UInt64) {
    let (kind, result) = units.take(unit, 0..<unit.count, at: offset)
    log.add(kind.description, at: offset, result)
  }

  private mutating func configuration(_ codec: FourCC?, _ bytes: [UInt8], _ offset: UInt64) {
    switch codec {
    case VideoFourCc.avc:
      let record = try? AVCDecoderConfigurationRecord(parsing: bytes, at: offset)
      log.add(
        "AVCDecoderConfigurationRecord", at: offset,
        prefix(bytes) { () throws(SyntaxError) in
          try AVCDecoderConfigurationRecord(parsing: bytes, at: offset).encoded()
        })
      units.codec = .h264
      for unit in (record?.sequenceParameterSets ?? []) + (record?.pictureParameterSets ?? []) { take(unit, offset) }
    case VideoFourCc.hevc:
      let record = try? HEVCDecoderConfigurationRecord(parsing: bytes, at: offset)
      log.add(
        "HEVCDecoderConfigurationRecord", at: offset,
        prefix(bytes) { () throws(SyntaxError) in
          try HEVCDecoderConfigurationRecord(parsing: bytes, at: offset).encoded()
        })
      units.codec = .hevc
      for unit in record?.arrays.flatMap({ $0.nalUnits }) ?? [] { take(unit, offset) }
    default: break
    }
  }

  /// Compares only as many bytes as the structure has; trailing bytes are not part of it.
  private func prefix(_ bytes: [UInt8], _ body: () throws(SyntaxError) -> [UInt8]) -> RoundtripResult {
    do {
      let written = try body()
      return .compared(written, with: Array(bytes.prefix(written.count)))
    } catch { return .unread(error.description) }
  }
}
