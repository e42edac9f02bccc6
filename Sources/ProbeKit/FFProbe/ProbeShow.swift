import BitstreamKit

/// Prints streams, chapters and format, key by key in ffprobe's order.
extension ProbePrinter {
  mutating func show(_ stream: ProbeStream) {
    begin(.stream)
    number("index", stream.index)
    if let codec = stream.codec {
      text("codec_name", codec.name.description)
      if !isBitexact { text("codec_long_name", codec.longName.description) }
    } else {
      unknown("codec_name", "unknown")
      if !isBitexact { unknown("codec_long_name", "unknown") }
    }
    text("profile", orUnknown: isBitexact ? stream.profileNumber : stream.profile)
    text("codec_type", stream.kind.name.description)
    text("codec_tag_string", stream.tag.probeText)
    text("codec_tag", stream.tag.probeNumber)
    if let video = stream.video { show(video, hasDecoder: stream.codec != nil) }
    if let audio = stream.audio { show(audio) }
    if stream.kind == .subtitle {
      unknown("width")
      unknown("height")
    }
    if showsPrivate, let size = stream.nalLengthSize {
      text("is_avc", size > 0 ? "true" : "false")
      text("nal_length_size", "\(size)")
    }
    if showsPrivate, stream.codec == .mpeg4 {
      text("quarter_sample", "false")
      text("divx_packed", "false")
    }
    text("id", orUnknown: stream.id.map { "0x" + String($0, radix: 16) }, "N/A")
    timing(stream)
    if stream.extradataSize > 0 { number("extradata_size", stream.extradataSize) }
    if shows(.disposition) { disposition(stream) }
    if shows(.streamTags) { tags(stream.tags, .streamTags) }
    show(stream.sideData)
    end()
  }

  private mutating func timing(_ stream: ProbeStream) {
    text("r_frame_rate", stream.realFrameRate.text("/"))
    text("avg_frame_rate", stream.averageFrameRate.text("/"))
    text("time_base", "1/\(stream.timescale)")
    time("start_pts", "start_time", stream.startPts, timescale: stream.timescale)
    time("duration_ts", "duration", stream.duration, timescale: stream.timescale)
    value("bit_rate", stream.bitRate, .bitsPerSecond)
    unknown("max_bit_rate")
    text("bits_per_raw_sample", orUnknown: stream.bitsPerRawSample.map { "\($0)" }, "N/A")
    text("nb_frames", orUnknown: stream.frameCount.map { "\($0)" }, "N/A")
    text("nb_read_frames", orUnknown: stream.readFrames.map { "\($0)" }, "N/A")
    text("nb_read_packets", orUnknown: stream.readPackets.map { "\($0)" }, "N/A")
  }

  private mutating func show(_ video: ProbeVideo, hasDecoder: Bool) {
    number("width", video.width)
    number("height", video.height)
    if hasDecoder {
      number("coded_width", video.codedWidth)
      number("coded_height", video.codedHeight)
      number("closed_captions", video.hasCaptions ? 1 : 0)
      number("film_grain", 0)
    }
    number("has_b_frames", video.hasBFrames)
    if let sar = video.sampleAspectRatio, let dar = video.displayAspectRatio {
      text("sample_aspect_ratio", sar.text(":"))
      text("display_aspect_ratio", dar.text(":"))
    } else {
      unknown("sample_aspect_ratio")
      unknown("display_aspect_ratio")
    }
    text("pix_fmt", orUnknown: video.pixelFormat)
    number("level", video.level)
    text("color_range", orUnknown: video.range?.description)
    text("color_space", orUnknown: video.space?.description)
    text("color_transfer", orUnknown: video.transfer?.description)
    text("color_primaries", orUnknown: video.primaries?.description)
    if let location = video.chromaLocation {
      text("chroma_location", location.description)
    } else {
      unknown("chroma_location", "unspecified")
    }
    text("field_order", orUnknown: video.fieldOrder?.description)
    if hasDecoder { number("refs", video.references) }
  }

  private mutating func show(_ audio: ProbeAudio) {
    text("sample_fmt", orUnknown: audio.sampleFormat?.description)
    value("sample_rate", Int64(audio.sampleRate), .hertz)
    number("channels", audio.channels)
    text("channel_layout", orUnknown: audio.layout?.description)
    number("bits_per_sample", audio.bitsPerSample)
  }

  private mutating func disposition(_ stream: ProbeStream) {
    begin(.disposition)
    func has(_ key: StaticString) -> Int { stream.dispositions.contains { $0.description == key.description } ? 1 : 0 }
    number("default", stream.isDefault ? 1 : 0)
    for key in [
      "dub", "original", "comment", "lyrics", "karaoke", "forced", "hearing_impaired", "visual_impaired", "clean_effects",
    ] as [StaticString] { number(key, has(key)) }
    number("attached_pic", stream.isAttachedPicture ? 1 : 0)
    number("timed_thumbnails", stream.isThumbnail ? 1 : 0)
    for key in ["captions", "descriptions", "metadata", "dependent", "still_image"] as [StaticString] { number(key, has(key)) }
    end()
  }

  mutating func tags(_ tags: [ProbeTag], _ section: ProbeSection) {
    if tags.isEmpty { return }
    begin(section)
    for item in tags { tag(item.key, item.value) }
    end()
  }

  private mutating func show(_ sideData: [ProbeStream.SideData]) {
    if sideData.isEmpty { return }
    begin(.streamSideData)
    for data in sideData {
      begin(.sideData)
      switch data {
      case .displayMatrix(let values):
        let matrix = ProbeDisplayMatrix(values: values)
        text("side_data_type", "Display Matrix")
        lines("displaymatrix", matrix.text)
        number("rotation", matrix.rotation)
      case .encryption: text("side_data_type", "Encryption initialization data")
      case .dolbyVision(let fields):
        text("side_data_type", "DOVI configuration record")
        for field in fields { number(field.0, field.1) }
      case .iccProfile: text("side_data_type", "ICC Profile")
      case .codedPictureBuffer(let size):
        text("side_data_type", "CPB properties")
        for key in ["max_bitrate", "min_bitrate", "avg_bitrate"] as [StaticString] { number(key, 0) }
        number("buffer_size", size)
        number("vbv_delay", -1)
      case .mastering(let volume): show(volume)
      case .lightLevel(let most, let average):
        text("side_data_type", "Content light level metadata")
        number("max_content", most)
        number("max_average", average)
      case .audioService(let type):
        text("side_data_type", "Audio Service Type")
        number("service_type", Int64(type))
      case .stereo(let type, let isInverted):
        text("side_data_type", "Stereo 3D")
        text("type", type.description)
        number("inverted", isInverted ? 1 : 0)
      case .spherical(let fields, let projection):
        text("side_data_type", "Spherical Mapping")
        text("projection", projection.description)
        for field in fields { number(field.0, field.1) }
      }
      end()
    }
    end()
  }

  mutating func show(_ chapter: ProbeChapter) {
    begin(.chapter)
    number("id", chapter.id)
    text("time_base", "1/\(chapter.timescale)")
    number("start", chapter.start)
    seconds("start_time", chapter.start, timescale: chapter.timescale)
    number("end", chapter.end)
    seconds("end_time", chapter.end, timescale: chapter.timescale)
    if shows(.chapterTags), !chapter.title.isEmpty { tags([("title", chapter.title)], .chapterTags) }
    end()
  }

  mutating func show(_ format: ProbeFormat, streams: Int) {
    begin(.format)
    text("filename", format.filename)
    number("nb_streams", streams)
    number("nb_programs", 0)
    text("format_name", format.name)
    if !isBitexact { text("format_long_name", format.longName) }
    seconds("start_time", format.startTime, timescale: 1_000_000)
    seconds("duration", format.duration, timescale: 1_000_000)
    value("size", Int64(clamping: format.size), .byte)
    value("bit_rate", format.bitRate, .bitsPerSecond)
    number("probe_score", format.probeScore)
    if shows(.formatTags) { tags(format.tags, .formatTags) }
    end()
  }
}
