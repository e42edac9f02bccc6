import BitstreamKit
import FLVKit
import H264Kit
import HEVCKit

/// Writes tags with all details as JSON, JSON Lines or CSV.
struct FlvRows {
  private let format: Format
  private var index: UInt64 = 0
  /// The PreviousTagSize before the next tag; the last one is a row of its own.
  private var size: FLVPreviousTagSize?
  private var hasBegun = false

  init(_ format: Format) { self.format = format }

  mutating func header(_ header: FLVHeader, _ output: inout OutputBuffer) {
    hasBegun = true
    func fields(_ output: inout OutputBuffer) {
      output.field("Version", header.version)
      output.field("TypeFlagsAudio", header.typeFlagsAudio ? 1 as UInt8 : 0)
      output.field("TypeFlagsVideo", header.typeFlagsVideo ? 1 as UInt8 : 0)
      output.field("DataOffset", header.dataOffset)
    }
    switch format {
    case .table: break
    case .json:
      output.byte(0x7B)
      output.field("schema_version", schemaVersion, first: true)
      output.object("header") {
        $0.field("Signature", "FLV", first: true)
        fields(&$0)
      }
      output.text(",\"tags\":[")
    case .jsonl:
      output.byte(0x7B)
      output.field("type", "header", first: true)
      fields(&output)
      output.text("}\n")
    case .csv: output.beginRows(format, "tags") { columns(of: nil, &$0) }
    }
  }

  mutating func previousTagSize(_ size: FLVPreviousTagSize, _ output: inout OutputBuffer) { self.size = size }

  mutating func row(_ details: FlvTagDetails, _ output: inout OutputBuffer) {
    output.row(format, isFirst: index == 0) { columns(of: details, &$0) }
    size = nil
    index += 1
  }

  mutating func end(_ output: inout OutputBuffer) {
    guard hasBegun else { return }
    switch format {
    case .table, .csv: break
    case .json:
      output.text(index == 0 ? "]" : "\n]")
      if let size { output.field("PreviousTagSize", size.value) }
      output.text("}\n")
    case .jsonl:
      guard let size else { return }
      output.byte(0x7B)
      output.field("type", "end", first: true)
      output.field("PreviousTagSize", size.value)
      output.text("}\n")
    }
  }
}

// MARK: - A tag

extension FlvRows {
  private func columns(of details: FlvTagDetails?, _ c: inout OutputBuffer) {
    let (tag, header) = (details?.tag, details?.tag.header)
    c.column("index", index)
    c.column("offset", tag?.position)
    c.column("type", header.map { typeKey($0.type) })
    c.column("Filter", header?.filter)
    c.column("TagType", header?.tagType)
    c.column("DataSize", header?.dataSize)
    c.column("timestamp", header?.milliseconds)
    c.column("StreamID", header?.streamID)
    c.column("PreviousTagSize", ifPresent: size?.value)
    // In JSON, these are fields of the video and of the audio.
    if c.columnForm != .fields {
      c.column("frame_type", details?.video?.frame.name)
      // Names of audio formats contain commas.
      c.column("codec", json: details?.video?.codecName ?? details?.audio?.codecName) { $1.text($0) }
      c.column("packet_type", details.map { packetTypeName($0) })
      c.column("CompositionTime", details?.video?.compositionOffset)
    }
    guard let details else {
      for name in ["video", "audio", "units", "configurations", "script", "errors"] as [StaticString] { c.column(name, nil as Bool?) }
      return
    }
    c.column("video", json: details.video) { video, output in
      output.byte(0x7B)
      videoFields(video, details, &output)
      output.byte(0x7D)
    }
    c.column("audio", json: details.audio) { audio, output in
      output.byte(0x7B)
      audioFields(audio, details, &output)
      output.byte(0x7D)
    }
    if c.columnForm == .fields, details.unitCodec != nil { c.column("unit_count", details.unitCount) }
    c.column("units", json: details.unitCodec) { _, output in units(details, &output) }
    c.column("configurations", json: details.configurations.isEmpty ? nil : true) { _, output in configurations(details, &output) }
    c.column("script", json: details.script) { script, output in scriptObject(script, &output) }
    c.column("errors", json: details.errors.isEmpty ? nil : true) { _, output in output.array(details.errors) { $0.quoted($1) } }
  }

  private func typeKey(_ type: TagType) -> StaticString {
    switch type {
    case .audio: "audio"
    case .video: "video"
    case .script: "script"
    default: "unknown"
    }
  }

  private func packetTypeName(_ details: FlvTagDetails) -> StaticString {
    if let video = details.video { return video.exVideoTagHeader?.packetType.name ?? video.avcPacketType.map(avcPacketTypeName) ?? "" }
    if let audio = details.audio { return audio.exAudioTagHeader?.packetType.name ?? audio.aacPacketType.map(aacPacketTypeName) ?? "" }
    return ""
  }
}

// MARK: - Parts of a tag

extension FlvRows {
  private func videoFields(_ video: VideoTagHeader, _ details: FlvTagDetails, _ output: inout OutputBuffer) {
    output.field("FrameType", video.frameType, first: true)
    output.field("frame_type", video.frame.name)
    if let codec = video.codecID { output.field("CodecID", codec) }
    if let code = video.exVideoTagHeader?.videoFourCc { output.field("videoFourCc", string: code.description) }
    output.field("codec", video.codecName)
    if let type = video.avcPacketType { output.field("AVCPacketType", type) }
    if let time = video.compositionTime { output.field("CompositionTime", time) }
    if let command = video.videoCommand ?? video.exVideoTagHeader?.videoCommand { output.field("videoCommand", command) }
    if let ex = video.exVideoTagHeader {
      output.field("videoPacketType", ex.trackVideoPacketType ?? ex.videoPacketType)
      output.field("packet_type", ex.packetType.name)
      if let time = ex.compositionTimeOffset { output.field("compositionTimeOffset", time) }
      if let type = ex.multitrackType { output.field("videoMultitrackType", type.name) }
      if let track = ex.videoTrackId { output.field("videoTrackId", track) }
      modEx(ex.modEx, &output)
    } else if video.avcPacketType != nil {
      output.field("packet_type", packetTypeName(details))
    }
    tracks(details, &output)
  }

  private func audioFields(_ audio: AudioTagHeader, _ details: FlvTagDetails, _ output: inout OutputBuffer) {
    output.field("SoundFormat", audio.soundFormat, first: true)
    if let code = audio.exAudioTagHeader?.audioFourCc { output.field("audioFourCc", string: code.description) }
    output.field("codec", audio.codecName)
    if let rate = audio.soundRate { output.field("SoundRate", rate) }
    if let size = audio.soundSize { output.field("SoundSize", size) }
    if let type = audio.soundType { output.field("SoundType", type) }
    if let type = audio.aacPacketType { output.field("AACPacketType", type) }
    if let ex = audio.exAudioTagHeader {
      output.field("audioPacketType", ex.trackAudioPacketType ?? ex.audioPacketType)
      output.field("packet_type", ex.packetType.name)
      if let type = ex.multitrackType { output.field("audioMultitrackType", type.name) }
      if let track = ex.audioTrackId { output.field("audioTrackId", track) }
      modEx(ex.modEx, &output)
    } else if audio.aacPacketType != nil {
      output.field("packet_type", packetTypeName(details))
    }
    if let config = details.multichannel {
      output.object("multichannel_config") {
        $0.field("audioChannelOrder", AudioChannelOrder(rawValue: config.audioChannelOrder).name, first: true)
        $0.field("channelCount", config.channelCount)
        if let flags = config.audioChannelFlags { $0.field("audioChannelFlags", flags) }
        if let map = config.audioChannelMapping { $0.array("audioChannelMapping", map) { $0.number($1) } }
      }
    }
    tracks(details, &output)
  }

  private func modEx(_ elements: [PacketModEx], _ output: inout OutputBuffer) {
    if elements.isEmpty { return }
    output.array("modEx", elements) { output, element in
      output.byte(0x7B)
      output.field("type", element.modExType, first: true)
      output.field("name", PacketModExType(rawValue: element.modExType).name)
      if let offset = element.timestampOffsetNano { output.field("timestampOffsetNano", offset) }
      output.key("data")
      output.quotedHex(element.modExData)
      output.byte(0x7D)
    }
  }

  private func tracks(_ details: FlvTagDetails, _ output: inout OutputBuffer) {
    if details.tracks.isEmpty { return }
    output.array("tracks", details.tracks) { output, track in
      output.byte(0x7B)
      output.field("track", track.id, first: true)
      if let codec = track.codec { output.field("fourcc", string: codec.description) }
      output.field("size", track.size)
      output.byte(0x7D)
    }
  }

  private func units(_ details: FlvTagDetails, _ output: inout OutputBuffer) {
    output.array(details.units) { output, unit in
      output.byte(0x7B)
      let (type, name) = flvUnitName(unit, details.unitCodec)
      if let type { output.field("nal_unit_type", type, first: true) } else { output.fieldNull("nal_unit_type", first: true) }
      output.field("name", name)
      output.field("length", unit.length)
      if let track = unit.track { output.field("track", track) }
      output.byte(0x7D)
    }
  }

  private func configurations(_ details: FlvTagDetails, _ output: inout OutputBuffer) {
    output.array(details.configurations) { output, entry in
      switch entry.configuration {
      case .avc(let record): output.configuration(record)
      case .hevc(let record): output.configuration(record)
      case .aac(let config): output.configuration(config)
      }
    }
  }
}

/// Type and name of a NAL unit; the type is nil if the unit is too short for it.
func flvUnitName(_ unit: FlvTagDetails.Unit, _ codec: FourCC?) -> (type: UInt8?, name: StaticString) {
  guard let first = unit.head.first else { return (nil, "EMPTY") }
  switch codec {
  case VideoFourCc.avc:
    let type = H264Kit.NALUnitType(firstByte: first)
    return (type.rawValue, type.abbreviation)
  case VideoFourCc.hevc:
    let type = HEVCKit.NALUnitType(firstByte: first)
    return (type.rawValue, type.name)
  default:
    // VVC has its type in the second byte (ITU-T H.266 7.3.1.2). Its type names are not implemented.
    return (unit.head.count > 1 ? unit.head[1] >> 3 : nil, "NALU")
  }
}
