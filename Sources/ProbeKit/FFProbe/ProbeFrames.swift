import BitstreamKit
import H264Kit
import HEVCKit
import RemuxKit
import NALKit

/// A frame as described by its headers.
struct ProbeFrame {
  var packet: ProbePacket
  /// I, P or B; `?` if unknown.
  var type: StaticString
  var isKey: Bool
  var codedNumber: Int64
  var isInterlaced: Bool
  var isTopFirst: Bool
}

/// Turns packets into frames: parses the picture headers and returns the frames in presentation order.
struct ProbeFrameSource {
  private struct Lane {
    var framing = MediaFraming.opaque
    var codec: VideoCodec?
    var h264 = H264Kit.PictureParser()
    var hevc = HEVCKit.PictureParser()
    var depth = 0
    var count: Int64 = 0
    var waiting: [ProbeFrame] = []
  }

  /// Larger samples are not read whole; the headers of the picture come first.
  private static let maxBytes = 1 << 24

  private var lanes: [Lane] = []
  private let input: ProbeInput
  private var bytes: [UInt8] = []

  init(_ input: ProbeInput, _ model: ProbeModel, codec: VideoCodec?) throws(MediaError) {
    self.input = input
    let reader = try MediaReader(input, codec: codec)
    lanes.reserveCapacity(reader.tracks.count)
    for track in reader.tracks {
      var lane = Lane()
      lane.framing = track.framing
      if !track.isProtected {
        switch track.codec {
        case .h264: lane.codec = .h264
        case .hevc: lane.codec = .hevc
        default: break
        }
      }
      if track.index < model.streams.count { lane.depth = model.streams[track.index].video?.hasBFrames ?? 0 }
      Self.prime(&lane, track.configuration)
      lanes.append(lane)
    }
  }

  /// Feeds the parameter sets of the configuration to the parser.
  private static func prime(_ lane: inout Lane, _ configuration: MediaConfiguration) {
    switch configuration {
    case .avc(let record):
      for unit in record.sequenceParameterSets + record.pictureParameterSets {
        _ = lane.h264.take(unit, 0..<unit.count, unitOffset: 0, offset: 0, end: UInt64(unit.count))
      }
    case .hevc(let record):
      for units in record.arrays {
        for unit in units.nalUnits { _ = lane.hevc.take(unit, 0..<unit.count, unitOffset: 0, offset: 0, end: UInt64(unit.count)) }
      }
    case .none, .aac, .box: break
    }
  }

  /// Adds the next packet in decoding order.
  /// - Returns: the frames that are ready for presentation.
  mutating func take(_ packet: ProbePacket) throws(MediaError) -> [ProbeFrame] {
    let index = packet.stream
    var frame = ProbeFrame(
      packet: packet, type: "?", isKey: packet.isKey, codedNumber: lanes[index].count, isInterlaced: false, isTopFirst: false)
    if lanes[index].codec != nil { try look(&frame) }
    lanes[index].count += 1
    if packet.isDiscarded { return [] }
    lanes[index].waiting.append(frame)
    return shown(index, downTo: lanes[index].depth)
  }

  /// Flushes the remaining frames after the last packet.
  mutating func finish() -> [ProbeFrame] { lanes.indices.flatMap { shown($0, downTo: 0) } }

  private mutating func shown(_ index: Int, downTo depth: Int) -> [ProbeFrame] {
    var frames: [ProbeFrame] = []
    while lanes[index].waiting.count > depth {
      var next = 0
      for place in lanes[index].waiting.indices
      where lanes[index].waiting[place].packet.sample.presentationTime < lanes[index].waiting[next].packet.sample.presentationTime {
        next = place
      }
      frames.append(lanes[index].waiting.remove(at: next))
    }
    return frames
  }

  private mutating func look(_ frame: inout ProbeFrame) throws(MediaError) {
    let (index, sample) = (frame.packet.stream, frame.packet.sample)
    do { try input.read(at: sample.offset, count: Int(min(sample.size, UInt64(Self.maxBytes))), into: &bytes) } catch {
      throw .bytes(error)
    }
    for range in ranges(lanes[index].framing) {
      let (offset, end) = (sample.offset + UInt64(range.lowerBound), sample.offset + UInt64(range.upperBound))
      switch lanes[index].codec {
      case .h264:
        if let picture = lanes[index].h264.take(bytes, range, unitOffset: offset, offset: offset, end: end) { note(picture, &frame) }
      case .hevc:
        if let picture = lanes[index].hevc.take(bytes, range, unitOffset: offset, offset: offset, end: end) { note(picture, &frame) }
      case nil: break
      }
    }
    // A sample holds a whole picture, so the parser is flushed after it.
    if let picture = lanes[index].h264.finish() { note(picture, &frame) }
    if let picture = lanes[index].hevc.finish() { note(picture, &frame) }
    lanes[index].h264.findings.removeAll()
    lanes[index].hevc.findings.removeAll()
  }

  private func note(_ picture: H264Kit.Picture, _ frame: inout ProbeFrame) {
    if !picture.isUnresolved { frame.type = picture.type.name }
    frame.isKey = frame.isKey || picture.isKeyframe
    frame.isInterlaced = picture.field != .frame
    frame.isTopFirst = picture.field == .topBottomPair || picture.field == .top
  }

  private func note(_ picture: HEVCKit.Picture, _ frame: inout ProbeFrame) {
    frame.type = picture.type.name
    frame.isKey = frame.isKey || picture.isKeyframe
    frame.isInterlaced = picture.field != .frame
    frame.isTopFirst = picture.field == .top
  }

  /// Byte ranges of the NAL units in the current sample.
  private func ranges(_ framing: MediaFraming) -> [Range<Int>] {
    var found: [Range<Int>] = []
    switch framing {
    case .opaque: break
    case .lengthPrefixed(let size):
      var at = 0
      while at + size.rawValue <= bytes.count {
        let length = Int(clamping: bytes.bigEndian(at: at, size: size.rawValue))
        at += size.rawValue
        let end = at + min(length, bytes.count - at)
        found.append(at..<end)
        at = end
      }
    case .annexB:
      var parser = AnnexBParser()
      var cursor = 0
      while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count) { found.append(range(unit)) }
      if let unit = parser.finish() { found.append(range(unit)) }
    }
    return found
  }

  private func range(_ unit: AnnexBUnit) -> Range<Int> {
    let start = Int(clamping: unit.offset)
    return start..<min(bytes.count, start + Int(clamping: unit.length))
  }
}

extension ProbePrinter {
  mutating func show(_ frame: ProbeFrame, _ stream: ProbeStream) {
    let packet = frame.packet
    begin(.frame)
    text("media_type", stream.kind.name.description)
    number("stream_index", packet.stream)
    number("key_frame", frame.isKey ? 1 : 0)
    time("pts", "pts_time", packet.pts, timescale: stream.timescale)
    time("pkt_dts", "pkt_dts_time", packet.pts, timescale: stream.timescale)
    time("best_effort_timestamp", "best_effort_timestamp_time", packet.pts, timescale: stream.timescale)
    time("pkt_duration", "pkt_duration_time", packet.duration == 0 ? nil : packet.duration, timescale: stream.timescale)
    text("pkt_pos", "\(packet.position)")
    text("pkt_size", "\(packet.size)")
    if let video = stream.video { show(video, frame) }
    if let audio = stream.audio { show(audio, stream, packet) }
    end()
  }

  private mutating func show(_ video: ProbeVideo, _ frame: ProbeFrame) {
    number("width", video.width)
    number("height", video.height)
    text("pix_fmt", orUnknown: video.pixelFormat)
    text("sample_aspect_ratio", orUnknown: video.sampleAspectRatio?.text(":"), "N/A")
    text("pict_type", frame.type.description)
    number("coded_picture_number", frame.codedNumber)
    number("display_picture_number", 0)
    number("interlaced_frame", frame.isInterlaced ? 1 : 0)
    number("top_field_first", frame.isTopFirst ? 1 : 0)
    number("repeat_pict", 0)
    text("color_range", orUnknown: video.range?.description)
    text("color_space", orUnknown: video.space?.description)
    text("color_primaries", orUnknown: video.primaries?.description)
    text("color_transfer", orUnknown: video.transfer?.description)
    if let location = video.chromaLocation {
      text("chroma_location", location.description)
    } else {
      unknown("chroma_location", "unspecified")
    }
  }

  private mutating func show(_ audio: ProbeAudio, _ stream: ProbeStream, _ packet: ProbePacket) {
    text("sample_fmt", orUnknown: audio.sampleFormat?.description)
    let samples = stream.timescale > 0 ? (packet.duration &* Int64(audio.sampleRate)) / stream.timescale : 0
    number("nb_samples", samples)
    number("channels", audio.channels)
    text("channel_layout", orUnknown: audio.layout?.description)
  }
}
