import BitstreamKit
import NALKit
import RemuxKit

/// A frame as described by its headers.
struct ProbeFrame {
  var packet: ProbePacket
  var picture = ProbePicture()
  var codedNumber: Int64
}

/// Turns packets into frames: parses the picture headers and returns the frames in presentation order.
struct ProbeFrameSource {
  private struct Lane {
    var reader: ProbePictureReader
    var depth = 0
    /// Whether FFmpeg's decoder counts pictures: that of H.265 does not.
    var isCounted = true
    var count: Int64 = 0
    var waiting: [ProbeFrame] = []
  }

  private var lanes: [Lane] = []
  private let input: ProbeInput

  init(_ input: ProbeInput, _ model: ProbeModel, codec: VideoCodec?) throws(MediaError) {
    self.input = input
    let reader = try MediaReader(input, codec: codec)
    lanes.reserveCapacity(reader.tracks.count)
    for track in reader.tracks {
      var lane = Lane(reader: ProbePictureReader(track))
      lane.isCounted = track.codec != .hevc
      if track.index < model.streams.count { lane.depth = model.streams[track.index].video?.hasBFrames ?? 0 }
      lanes.append(lane)
    }
  }

  /// Adds the next packet in decoding order.
  /// - Returns: the frames that are ready for presentation.
  mutating func take(_ packet: ProbePacket) throws(MediaError) -> [ProbeFrame] {
    let index = packet.stream
    var frame = ProbeFrame(packet: packet, codedNumber: lanes[index].isCounted ? lanes[index].count : 0)
    frame.picture = try lanes[index].reader.read(packet.sample, of: input)
    frame.picture.isKey = frame.picture.isKey || packet.isKey
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
}

extension ProbePrinter {
  mutating func show(_ frame: ProbeFrame, _ stream: ProbeStream) {
    let packet = frame.packet
    begin(.frame)
    text("media_type", stream.kind.name.description)
    number("stream_index", packet.stream)
    number("key_frame", frame.picture.isKey ? 1 : 0)
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
    text("pict_type", frame.picture.type.description)
    number("coded_picture_number", frame.codedNumber)
    number("display_picture_number", 0)
    number("interlaced_frame", frame.picture.isInterlaced ? 1 : 0)
    number("top_field_first", frame.picture.isTopFirst ? 1 : 0)
    number("repeat_pict", frame.picture.repeats)
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
    var samples = stream.timescale > 0 ? (packet.duration &* Int64(audio.sampleRate)) / stream.timescale : 0
    if let length = audio.frameLength {
      samples = length
    } else if samples == 0, audio.bitsPerSample >= 8, audio.channels > 0 {
      samples = Int64(clamping: packet.size) / Int64(audio.bitsPerSample / 8 &* audio.channels)
    }
    number("nb_samples", samples)
    number("channels", audio.channels)
    text("channel_layout", orUnknown: audio.layout?.description)
  }
}
