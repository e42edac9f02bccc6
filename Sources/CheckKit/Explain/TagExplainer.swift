import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import ProbeKit
import RemuxKit
import NALKit

/// A byte of an FLV file.
struct TagExplainer: ~Copyable {
  /// Bytes read of a configuration record, and of script data.
  private static let maxRecordSize = 1 << 16
  private static let maxScriptSize = 1 << 20

  private let input: ProbeInput
  private let source: AnyByteSource
  private var reader = FLVReader(headLength: 64)
  private var chunk: [UInt8] = []
  private var cursor = 0
  /// The parameter sets of the last sequence header, and the size of the length fields.
  private var sets: UnitSets?
  private var lengthSize = 4
  private var count = 0
  private let search: ElementSearch?

  init(_ input: ProbeInput, search: ElementSearch? = nil) {
    self.search = search
    self.input = input
    source = AnyByteSource(input)
  }

  mutating func explain(_ explanation: Explanation) throws(ExplainError) -> Explanation {
    var result = explanation
    let target = explanation.offset
    while let event = try next() {
      switch event {
      case .header(let header):
        if target < 9 { return traced(FLVHeader.self, 0, 9, target, result) }
        if target < UInt64(header.dataOffset) {
          result.layers = [data("bytes before DataOffset", target, depth: 0)]
          return result
        }
      case .previousTagSize(let size):
        if target >= size.position, target - size.position < 4 {
          var layer = ExplainLayer(
            .field, "PreviousTagSize", depth: 0, offset: size.position, size: 4,
            page: Catalogue.page(.flv, ["FLVFileBody"], "PreviousTagSize"))
          layer.value = "\(size.value)"
          layer.number = .unsigned(UInt64(size.value))
          if size.value != size.expected { result.problems.append("PreviousTagSize is \(size.value), expected \(size.expected)") }
          result.layers = [layer]
          return result
        }
      case .tag(let tag):
        if target >= tag.position, target - tag.position < UInt64(TagHeader.byteCount) + UInt64(tag.header.dataSize) {
          return try inside(tag, target, result)
        }
        try noteConfiguration(tag)
        count += 1
      case .error(let error): result.problems = ["\(error)"]
      case .body, .tagEnd, .finding: break
      }
    }
    result.layers = [data("bytes after the last tag", target, depth: 0)]
    return result
  }

  /// A tag that a place names.
  enum Goal {
    case number(UInt64)
    case metaData
    case audioConfiguration
  }

  /// The offset of a tag, or of the AudioSpecificConfig in it.
  mutating func position(of goal: Goal) throws(ExplainError) -> UInt64 {
    var count: UInt64 = 0
    while let event = try next() {
      guard case .tag(let tag) = event else { continue }
      switch goal {
      case .number(let number): if count == number { return tag.position }
      case .metaData:
        let name: [UInt8] = [2, 0, 10] + Array("onMetaData".utf8)
        if tag.header.type == .script, reader.head.prefix(tag.headCount).starts(with: name) { return tag.position }
      case .audioConfiguration:
        guard tag.header.type == .audio, let header = try? AudioTagHeader(parsing: Array(reader.head.prefix(tag.headCount))) else { break }
        if header.isSequenceHeader { return tag.bodyPosition + UInt64(header.byteCount) }
      }
      count += 1
    }
    switch goal {
    case .number(let number): throw .place("No tag \(number): the file has \(count).")
    case .metaData: throw .place("The file has no onMetaData.")
    case .audioConfiguration: throw .place("The file has no AudioSpecificConfig.")
    }
  }

  private mutating func next() throws(ExplainError) -> FLVEvent? {
    while true {
      if let event = reader.next(in: chunk, from: &cursor, to: chunk.count) { return event }
      if reader.skippable > 0 { reader.skip(reader.skippable) }
      do { try source.read(at: reader.position, count: 4096, into: &chunk) } catch { throw .media(.bytes(error)) }
      cursor = 0
      if chunk.isEmpty { return reader.finish() }
    }
  }

  private func data(_ name: String, _ target: UInt64, depth: Int) -> ExplainLayer {
    ExplainLayer(.data, name, depth: depth, offset: target, size: 1)
  }

  // MARK: Tags

  /// Keeps the parameter sets of a sequence header.
  private mutating func noteConfiguration(_ tag: FLVTag) throws(ExplainError) {
    guard tag.header.type == .video, tag.header.filter == 0, tag.headCount > 0,
      let header = try? VideoTagHeader(parsing: Array(reader.head.prefix(tag.headCount))), header.isSequenceHeader
    else { return }
    let start = tag.bodyPosition + UInt64(header.byteCount)
    let end = tag.bodyPosition + UInt64(tag.header.dataSize)
    if start > end { return }
    let bytes = try source.bytes(start..<end, limit: Self.maxRecordSize)
    if header.nalCodec == VideoFourCc.hevc {
      guard let record = try? HEVCDecoderConfigurationRecord(parsing: bytes) else { return }
      sets = UnitSets(.hevc)
      lengthSize = record.lengthSize.rawValue
      for array in record.arrays.ordered(by: { $0.nalUnitType < $1.nalUnitType }) { for unit in array.nalUnits { sets?.take(unit) } }
    } else if header.nalCodec == VideoFourCc.avc {
      guard let record = try? AVCDecoderConfigurationRecord(parsing: bytes) else { return }
      sets = UnitSets(.h264)
      lengthSize = record.lengthSize.rawValue
      for unit in record.sequenceParameterSets + record.pictureParameterSets { sets?.take(unit) }
    }
  }

  private mutating func inside(_ tag: FLVTag, _ target: UInt64, _ explanation: Explanation) throws(ExplainError) -> Explanation {
    var result = explanation
    let size = UInt64(TagHeader.byteCount) + UInt64(tag.header.dataSize)
    let type = tag.header.type
    let page = Catalogue.page(.flv, ["TagType"], type.name.description)
    var layer = ExplainLayer(.tag, "tag \(count): \(type.name)", depth: 0, offset: tag.position, size: size, page: page)
    layer.add("timestamp", "\(tag.header.milliseconds) ms", .number(Int64(tag.header.milliseconds)))
    result.layers = [layer]
    if target < tag.bodyPosition { return traced(TagHeader.self, tag.position, TagHeader.byteCount, target, result) }
    if tag.header.filter == 1 {
      result.layers.append(ExplainLayer(.data, "encrypted body", depth: 1, offset: tag.bodyPosition, size: UInt64(tag.header.dataSize)))
      return result
    }
    let body = tag.bodyPosition..<tag.position + size
    switch type {
    case .video: return try insideVideo(body, target, result)
    case .audio: return try insideAudio(body, target, result)
    case .script:
      let bytes = try source.bytes(body, limit: Self.maxScriptSize)
      let found = traced(ScriptData.self, body.lowerBound, bytes, target, result)
      if found.layers.count > 1 { return found }
      result.layers.append(data("bytes that are not parsed", target, depth: 1))
    default: result.layers.append(data("body of a tag of an unknown type", target, depth: 1))
    }
    return result
  }

  private mutating func insideVideo(_ body: Range<UInt64>, _ target: UInt64, _ explanation: Explanation) throws(ExplainError) -> Explanation
  {
    let head = try source.bytes(body, limit: 64)
    guard let header = try? VideoTagHeader(parsing: head) else {
      return traced(VideoTagHeader.self, body.lowerBound, head, target, explanation, orElse: "bytes that are not parsed")
    }
    if target - body.lowerBound < UInt64(header.byteCount) {
      return traced(VideoTagHeader.self, body.lowerBound, head, target, explanation)
    }
    var result = explanation
    let start = body.lowerBound + UInt64(header.byteCount)
    if header.isSequenceHeader, start < body.upperBound {
      let bytes = try source.bytes(start..<body.upperBound, limit: Self.maxRecordSize)
      if header.nalCodec == VideoFourCc.avc { return record(AVCDecoderConfigurationRecord.self, .h264, start, bytes, target, result) }
      if header.nalCodec == VideoFourCc.hevc { return record(HEVCDecoderConfigurationRecord.self, .hevc, start, bytes, target, result) }
    }
    result.layers += try sampleLayers(target)
    let depth = result.layers.count
    if header.hasPicture, header.exVideoTagHeader?.hasTracks != true, let codec = header.nalCodec {
      let sets = sets ?? UnitSets(codec == VideoFourCc.hevc ? .hevc : .h264)
      var units = PrefixedUnitWalk(source, start, size: body.upperBound - start, lengthSize)
      var number = 0
      while let unit = try units.next() {
        if target < unit.end {
          result.layers += try UnitExplainer.layers(
            of: unit, lengthSize, sets, number: number, owner: "tag", in: source, target, depth: depth, problems: &result.problems,
            search: search)
          return result
        }
        number += 1
      }
    }
    result.layers.append(data("coded video", target, depth: depth))
    return result
  }

  private func insideAudio(_ body: Range<UInt64>, _ target: UInt64, _ explanation: Explanation) throws(ExplainError) -> Explanation {
    let head = try source.bytes(body, limit: 64)
    guard let header = try? AudioTagHeader(parsing: head), target - body.lowerBound >= UInt64(header.byteCount) else {
      return traced(AudioTagHeader.self, body.lowerBound, head, target, explanation, orElse: "bytes that are not parsed")
    }
    var result = explanation
    let start = body.lowerBound + UInt64(header.byteCount)
    let isAAC = header.format == .aac || header.exAudioTagHeader?.audioFourCc == "mp4a"
    if header.isSequenceHeader, isAAC, start < body.upperBound {
      let bytes = try source.bytes(start..<body.upperBound, limit: Self.maxRecordSize)
      result.layers += AudioConfigExplainer.layers(bytes, at: start, target, 1, search: search)
      return result
    }
    result.layers += try sampleLayers(target)
    result.layers.append(data("coded audio", target, depth: result.layers.count))
    return result
  }

  /// The track and the sample, where the file can be read as tracks.
  private func sampleLayers(_ target: UInt64) throws(ExplainError) -> [ExplainLayer] {
    guard var finder = try? SampleFinder(input, .flv), let found = try finder.find(.byte(target)) else { return [] }
    return found.layers(depth: 1)
  }

  // MARK: Structures

  private func traced<S: Syntax>(
    _ type: S.Type, _ start: UInt64, _ count: Int, _ target: UInt64, _ explanation: Explanation
  ) -> Explanation {
    guard let bytes = try? source.bytes(start..<start + UInt64(count), limit: count) else { return explanation }
    return traced(type, start, bytes, target, explanation)
  }

  /// Adds the elements of a structure that own the byte.
  private func traced<S: Syntax>(
    _ type: S.Type, _ start: UInt64, _ bytes: [UInt8], _ target: UInt64, _ explanation: Explanation,
    orElse name: String? = nil
  ) -> Explanation {
    var result = explanation
    guard let index = Int(exactly: target - start) else { return result }
    let tracer = ByteTracer(
      index, held: bytes.count, total: UInt64(bytes.count), source: nil, start: start, family: .flv, depth: result.layers.count, unnamed: 0,
      kind: .field, search: search)
    var coder = SyntaxCoder(tracing: BitReader(bytes, policy: .lenient, fileOffset: start), to: tracer)
    var value = S()
    do { try coder.nested(&value) } catch { result.problems.append(error.description) }
    result.layers += tracer.layers
    if tracer.layers.isEmpty, let name { result.layers.append(data(name, target, depth: result.layers.count)) }
    return result
  }

  /// The elements of a configuration record, and of the NAL units in it.
  private func record<S: Syntax>(
    _ type: S.Type, _ codec: VideoCodec, _ start: UInt64, _ bytes: [UInt8], _ target: UInt64, _ explanation: Explanation
  ) -> Explanation {
    var result = explanation
    guard let index = Int(exactly: target - start) else { return result }
    let tracer = ByteTracer(
      index, held: bytes.count, total: UInt64(bytes.count), source: nil, start: start, family: .mp4, depth: 1, unnamed: 0, kind: .field,
      search: search)
    var coder = SyntaxCoder(tracing: BitReader(bytes, policy: .lenient, fileOffset: start), to: tracer)
    var value = S()
    do { try coder.nested(&value) } catch { result.problems.append(error.description) }
    result.layers += tracer.layers
    guard let inner = tracer.inner, inner.bits.upperBound <= bytes.count * 8 else { return result }
    result.layers += RecordUnits(tracer, bytes, codec, search: search).layers(
      inner.bits, start, target, depth: (result.layers.last?.depth ?? 0) + 1, &result.problems)
    return result
  }
}

/// The NAL units of a configuration record.
struct RecordUnits {
  private let units: [Range<Int>]
  private let bytes: [UInt8]
  private let codec: VideoCodec
  private let search: ElementSearch?

  init(_ tracer: ByteTracer, _ bytes: [UInt8], _ codec: VideoCodec, search: ElementSearch?) {
    self.search = search
    units = tracer.units
    self.bytes = bytes
    self.codec = codec
  }

  /// The unit with these bits, and what in it owns the byte. The units before it provide the parameter sets.
  func layers(_ bits: Range<Int>, _ start: UInt64, _ target: UInt64, depth: Int, _ problems: inout [String]) -> [ExplainLayer] {
    let range = bits.lowerBound / 8..<bits.upperBound / 8
    var sets = UnitSets(codec)
    var number = 0
    for unit in units where unit.lowerBound < range.lowerBound && unit.upperBound <= bytes.count {
      sets.take(Array(bytes[unit]))
      number += 1
    }
    let unit = UnitExplainer(
      sets: sets, bytes: Array(bytes[range]), length: UInt64(range.count), offset: start + UInt64(range.lowerBound),
      search: search)
    return unit.layers(target, name: "unit \(number) of the record", depth: depth, problems: &problems)
  }
}
