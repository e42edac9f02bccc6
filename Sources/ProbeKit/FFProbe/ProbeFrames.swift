import BitstreamKit
import H264Kit
import NALKit
import RemuxKit

/// Turns packets into frames: parses the picture headers and returns the frames in presentation order.
struct ProbeFrameSource {
  private struct Lane {
    var reader: ProbePictureReader
    var depth = 0
    /// Whether FFmpeg's decoder counts pictures: that of H.265 does not.
    var isCounted = true
    /// How pictures state their type where their headers are not parsed.
    var coding: ProbePictureCoding?
    var count: Int64 = 0
    var waiting: [ProbeFrame] = []
    /// Whether captions are in the pictures read.
    var hasCaptions = false
    /// What counts the samples of audio.
    var sound: ProbeSoundFrames?

    /// Whether a picture that decoding can start at is predicted from others: a gradual refresh of H.264 begins there, and FFmpeg's decoder
    /// does not call it a key picture.
    func isRefreshed(by picture: ProbePicture) -> Bool {
      reader.codec == .h264 && (picture.type.description == "P" || picture.type.description == "B")
    }
  }

  private var lanes: [Lane] = []
  private let input: ProbeInput

  private let keysOnly: Bool

  init(_ input: ProbeInput, _ model: ProbeModel, _ options: ProbeOptions) throws(MediaError) {
    self.input = input
    keysOnly = options.decodesKeysOnly
    let reader = try MediaReader(input, codec: options.codec)
    lanes.reserveCapacity(reader.tracks.count)
    for track in reader.tracks {
      var lane = Lane(reader: ProbePictureReader(track))
      lane.isCounted = track.codec == .h264
      if track.index < model.streams.count {
        if track.codec != .h264, track.codec != .hevc, !track.isProtected {
          lane.coding = ProbePictureCoding(model.streams[track.index].codec)
          lane.isCounted = lane.coding?.isCounted ?? false
        }
        lane.depth = model.streams[track.index].video?.hasBFrames ?? 0
        lane.sound = ProbeSoundFrames(model.streams[track.index])
      }
      lanes.append(lane)
    }
  }

  /// Adds the next packet in decoding order.
  /// - Returns: the frames that are ready for presentation.
  mutating func take(_ packet: ProbePacket) throws(MediaError) -> [ProbeFrame] {
    let index = packet.stream
    if index >= lanes.count {
      // The picture of a stream that is no track.
      return [ProbeFrame(packet: packet, picture: ProbePicture(type: "I", isKey: true), codedNumber: 0)]
    }
    var frame = ProbeFrame(packet: packet, codedNumber: lanes[index].isCounted ? lanes[index].count : 0)
    frame.picture = try lanes[index].reader.read(packet.sample, of: input)
    if let type = lanes[index].coding?.type(packet, of: input) { frame.picture.type = type }
    frame.picture.isKey = frame.picture.isKey || packet.isKey && !lanes[index].isRefreshed(by: frame.picture)
    if frame.picture.isSkipped || keysOnly && lanes[index].sound == nil && !frame.picture.isKey { return [] }
    lanes[index].count += 1
    if frame.picture.hasCaptions { lanes[index].hasCaptions = true }
    if lanes[index].sound?.apply(&frame, input) == false { return [] }
    lanes[index].waiting.append(frame)
    var frames = shown(index, downTo: lanes[index].depth)
    // Of audio, the time moves with the start of the frame.
    for place in frames.indices { frames[place].outputTime = lanes[index].sound == nil ? packet.dts : frames[place].packet.pts }
    return frames
  }

  /// Flushes the remaining frames after the last packet.
  mutating func finish() -> [ProbeFrame] {
    var frames: [ProbeFrame] = []
    for index in lanes.indices { frames += shown(index, downTo: 0) }
    return frames
  }

  /// Adds to a stream what FFmpeg has from a decoder that it reads frames with.
  func describe(_ stream: inout ProbeStream) {
    guard lanes.indices.contains(stream.index), lanes[stream.index].count > 0, var video = stream.video else { return }
    let lane = lanes[stream.index]
    video.hasCaptions = lane.hasCaptions
    if let set = lane.reader.activeSet {
      video.references = Int(set.maxNumRefFrames)
      (video.codedWidth, video.codedHeight) = (set.codedSize.width, set.codedSize.height)
    }
    stream.video = video
  }

  private mutating func shown(_ index: Int, downTo depth: Int) -> [ProbeFrame] {
    var frames: [ProbeFrame] = []
    while lanes[index].waiting.count > depth {
      var next = 0
      for place in lanes[index].waiting.indices
      where lanes[index].waiting[place].packet.sample.presentationTime < lanes[index].waiting[next].packet.sample.presentationTime {
        next = place
      }
      // Pictures that are not presented are decoded in their order as well.
      let frame = lanes[index].waiting.remove(at: next)
      if !frame.packet.isDiscarded { frames.append(frame) }
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
    time("pkt_dts", "pkt_dts_time", frame.outputTime, timescale: stream.timescale)
    time("best_effort_timestamp", "best_effort_timestamp_time", packet.pts, timescale: stream.timescale)
    time("pkt_duration", "pkt_duration_time", packet.duration == 0 ? nil : packet.duration, timescale: stream.timescale)
    text("pkt_pos", "\(packet.position)")
    text("pkt_size", "\(packet.size)")
    if let video = stream.video { show(video, frame) }
    if let audio = stream.audio { show(audio, frame) }
    if stream.codec == .ac3 || stream.codec == .eac3 {
      // Of each frame.
      show([.matrixEncoding, .downmix])
    } else {
      let (codes, average) = (frame.picture.timecodes, stream.averageFrameRate.value)
      let rate = frame.picture.statedRate ?? average
      if shows(.frameTags) { tags(codes.last.map { [("timecode", $0.text(packedAt: rate, shownAt: rate))] } ?? [], .frameTags) }
      show(frame.picture.sideData + (codes.isEmpty ? [] : [.timecodes(codes.map { $0.text(packedAt: rate, shownAt: average) })]))
    }
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
    text("color_transfer", orUnknown: (frame.picture.transfer ?? video.transfer)?.description)
    if let location = video.chromaLocation {
      text("chroma_location", location.description)
    } else {
      unknown("chroma_location", "unspecified")
    }
  }

  private mutating func show(_ audio: ProbeAudio, _ frame: ProbeFrame) {
    text("sample_fmt", orUnknown: audio.sampleFormat?.description)
    number("nb_samples", frame.sampleCount)
    number("channels", audio.channels)
    text("channel_layout", orUnknown: audio.layout?.description)
  }
}
