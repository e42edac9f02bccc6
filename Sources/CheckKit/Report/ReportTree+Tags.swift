import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit
import NALKit
import ProbeKit
import RemuxKit

extension ReportTree {
  // MARK: - FLV

  /// The header and the first tags of an FLV file.
  mutating func tags() {
    var reader = FLVReader(headLength: 64)
    var (chunk, cursor, count): ([UInt8], Int, Int) = ([], 0, 0)
    while count < Self.maxUnits {
      guard let event = reader.next(in: chunk, from: &cursor, to: chunk.count) else {
        if reader.skippable > 0 { reader.skip(reader.skippable) }
        guard (try? source.read(at: reader.position, count: Self.maxRead, into: &chunk)) != nil, !chunk.isEmpty else { return }
        cursor = 0
        continue
      }
      switch event {
      case .header(let header): flvHeader(header)
      case .tag(let tag):
        self.tag(tag, count)
        count += 1
      case .error: return
      case .previousTagSize, .body, .tagEnd, .finding: break
      }
    }
    omitted += 1
  }

  private mutating func flvHeader(_ header: FLVHeader) {
    let before = pages
    var value = FLVHeader()
    let tracer = trace(&value, bytes(0, 9), at: 0, .flv, limit: 16)
    _ = addBoth(
      Node(
        parent: -1, offset: 0, size: UInt64(header.dataOffset), name: "header", title: "FLVHeader", page: -1, fields: tracer.fields,
        bytesEnd: 9), before)
  }

  private mutating func tag(_ tag: FLVTag, _ number: Int) {
    let before = pages
    let type = tag.header.type
    let size = UInt64(TagHeader.byteCount) + UInt64(tag.header.dataSize)
    var node = Node(
      parent: -1, offset: tag.position, size: size, name: "tag \(number)", title: type.name.description,
      page: pages.index(Catalogue.page(.flv, ["TagType"], type.name.description)), bytesEnd: tag.bodyPosition)
    var header = TagHeader()
    node.fields = trace(&header, bytes(tag.position, UInt64(TagHeader.byteCount)), at: tag.position, .flv, limit: 16).fields
    var record: (codec: VideoCodec, tracer: ReportTracer, bytes: [UInt8], start: UInt64)?
    let body = tag.header.filter == 0 ? bytes(tag.bodyPosition, min(UInt64(Self.maxRead), UInt64(tag.header.dataSize))) : []
    switch type {
    case .video where !body.isEmpty:
      var video = VideoTagHeader()
      node.fields += trace(&video, Array(body.prefix(64)), at: tag.bodyPosition, .flv, limit: 16).fields
      node.bytesEnd = min(tag.position + size, tag.bodyPosition + 16)
      if video.isSequenceHeader, video.byteCount < body.count {
        let (rest, start) = (Array(body[video.byteCount...]), tag.bodyPosition + UInt64(video.byteCount))
        if video.nalCodec == VideoFourCc.avc {
          var value = AVCDecoderConfigurationRecord()
          record = (.h264, trace(&value, rest, at: start, .mp4, limit: 32), rest, start)
        } else if video.nalCodec == VideoFourCc.hevc {
          var value = HEVCDecoderConfigurationRecord()
          record = (.hevc, trace(&value, rest, at: start, .mp4, limit: 48), rest, start)
        }
        node.fields += record?.tracer.fields ?? []
        node.bytesEnd = tag.position + size
      }
    case .audio where !body.isEmpty:
      var audio = AudioTagHeader()
      node.fields += trace(&audio, Array(body.prefix(64)), at: tag.bodyPosition, .flv, limit: 16).fields
      node.bytesEnd = min(tag.position + size, tag.bodyPosition + 16)
      if audio.isSequenceHeader, audio.isAAC, audio.byteCount < body.count {
        var configuration = AudioSpecificConfig()
        node.fields +=
          trace(&configuration, Array(body[audio.byteCount...]), at: tag.bodyPosition + UInt64(audio.byteCount), .aac, limit: 32).fields
      }
    case .script where !body.isEmpty:
      var script = ScriptData()
      node.fields += trace(&script, body, at: tag.bodyPosition, .flv, limit: 80).fields
      node.bytesEnd = tag.position + size
    default: break
    }
    if let index = addBoth(node, before), let record {
      self.record(record.codec, record.tracer.units, record.bytes, at: record.start, parent: index)
    }
  }

  // MARK: - ADTS

  /// The first frames of an ADTS stream.
  mutating func frames() {
    var (events, count) = (ADTSEvents(source), 0)
    while count < Self.maxUnits {
      guard let event = try? events.next() else { return }
      let frame: ADTSFrame
      switch event {
      case .frame(let complete): frame = complete
      case .truncated(let position, let header?, _): frame = ADTSFrame(position: position, header: header)
      default: continue
      }
      let before = pages
      var header = ADTSHeader()
      let fields = trace(&header, bytes(frame.position, frame.payloadPosition - frame.position), at: frame.position, .aac, limit: 32).fields
      let page = pages.index(Catalogue.page(.aac, structure: "adts_frame"))
      _ = addBoth(
        Node(
          parent: -1, offset: frame.position, size: UInt64(frame.header.aacFrameLength), name: "frame \(count)", title: "adts_frame",
          page: page, fields: fields, bytesEnd: frame.payloadPosition), before)
      count += 1
    }
    omitted += 1
  }
}
