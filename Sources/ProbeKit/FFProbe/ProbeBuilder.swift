import AACKit
import BitstreamKit
import FLVKit
import H264Kit
import MP4Kit
import RemuxKit
import NALKit

/// Builds the model that the ffprobe writers print.
struct ProbeBuilder {
  /// Number of samples read to measure a file without a sample table.
  private static let maxSamples = 600

  let input: ProbeInput
  let ignoresEditLists: Bool
  private let codec: VideoCodec?
  private var model = ProbeModel()
  private var tallies: [ProbeTally] = []

  init(_ input: ProbeInput, codec: VideoCodec?, ignoresEditLists: Bool) {
    self.input = input
    self.codec = codec
    self.ignoresEditLists = ignoresEditLists
  }

  /// - Parameter name: the file name as given on the command line.
  mutating func build(_ name: String) throws(MediaError) -> ProbeModel {
    let reader = try MediaReader(input, codec: codec)
    try tally(reader)
    model.format.filename = name
    model.format.size = input.byteCount
    for track in reader.tracks {
      var stream = ProbeStream(index: track.index, kind: track.kind == .video ? .video : track.kind == .audio ? .audio : .data)
      if stream.kind == .video { stream.video = ProbeVideo(width: Int(track.width), height: Int(track.height)) }
      if stream.kind == .audio { stream.audio = ProbeAudio(sampleRate: Int(track.sampleRate), channels: Int(track.channels)) }
      model.streams.append(stream)
    }
    switch reader.container {
    case .mp4:
      if let movie = reader.movie {
        var probe = ProbeMovie(movie, reader.tracks, tallies, input, ignoresEditLists)
        probe.fill(&model)
        model.hasSampleTables = !movie.isFragmented
        // Without a moov there is nothing to play, and ffprobe fails. It accepts a moov without tracks.
        if movie.moovOffset == nil, model.streams.isEmpty { throw .malformed("no moov box and no picture") }
      }
    case .flv: fillFLV(reader)
    case .h264, .hevc: fillStream(reader)
    case .adts: fillADTS(reader)
    }
    try settlePictures(reader)
    settleFormat()
    return model
  }

  private mutating func tally(_ reader: MediaReader) throws(MediaError) {
    var reader = reader
    tallies = reader.tracks.map { ProbeTally(edit(of: $0, reader.movie)) }
    if try tallyUniform(reader) { return }
    var left = reader.container == .mp4 || reader.container == .adts ? Int.max : Self.maxSamples
    while left > 0, let sample = try reader.next() {
      if sample.track < tallies.count { tallies[sample.track].add(sample) }
      left -= 1
    }
  }

  /// The least number of samples of a track of which not all are read if they are alike.
  private static let minUniform = 1 << 16

  /// Measures each track by itself, those of PCM, whose samples are alike, by their tables.
  /// - Returns: false if there is no long track of the kind; nothing is measured then.
  private mutating func tallyUniform(_ reader: MediaReader) throws(MediaError) -> Bool {
    guard let movie = reader.movie, !movie.isFragmented else { return false }
    var (source, uniform) = (movie.tree.source, [Int: (count: Int, duration: UInt32)]())
    for (index, track) in movie.tracks.enumerated() {
      guard let table = track.table, table.sampleCount >= Self.minUniform else { continue }
      do { uniform[index] = try table.uniformSamples(&source) } catch { throw .bytes(error) }
    }
    if uniform.isEmpty { return false }
    for track in reader.tracks {
      var own = try reader.reopened(track: track.index)
      let alike = uniform[track.index]
      var number = 0
      while let sample = try own.next() {
        tallies[track.index].add(sample)
        number += 1
        guard let alike, number >= ProbeTally.maxRecorded, tallies[track.index].isEditKnown else { continue }
        tallies[track.index].extend(to: alike.count, size: UInt32(clamping: sample.size), duration: alike.duration)
        break
      }
    }
    return true
  }

  /// The edit that FFmpeg applies to a track; nil in files with fragments, whose times it moves alone.
  private func edit(of track: MediaTrack, _ movie: Movie<AnyByteSource>?) -> ProbeEdit? {
    guard let movie, !movie.isFragmented, track.index < movie.tracks.count else { return nil }
    let source = movie.tracks[track.index]
    let timeline = ProbeTimeline(source, movie.timescale, ignoresEditLists: ignoresEditLists)
    return timeline.edit(isAudio: track.kind == .audio, timescale: source.timescale)
  }

  /// Takes from the first picture of each stream what ffprobe has from its decoder: the order of fields where parameter sets allow fields
  /// or pic_struct, and the preferred transfer characteristics. It decodes no H.265 of MP4.
  private mutating func settlePictures(_ reader: MediaReader) throws(MediaError) {
    // Many tracks may name the same large sample.
    var budget: UInt64 = 1 << 26
    for track in reader.tracks where track.index < model.streams.count {
      guard let video = model.streams[track.index].video, video.needsFieldOrder || track.codec == .h264 || reader.container == .hevc,
        let first = tallies[track.index].first, first.isWhole(in: input.byteCount), first.size <= budget
      else { continue }
      budget -= first.size
      let pictures = ProbePictureReader(track)
      if pictures.codec == nil { continue }
      let picture = try pictures.read(first, of: input)
      if video.needsFieldOrder, picture.type.description != "?" { model.streams[track.index].video?.fieldOrder = picture.fieldOrder }
      if let transfer = picture.transfer { model.streams[track.index].video?.transfer = transfer }
    }
  }

  /// Derives start time and duration of the file from its streams, unless the container has set them.
  private mutating func settleFormat() {
    func micros(_ value: Int64, _ stream: ProbeStream) -> Int64? {
      MediaTime(value: value, timescale: UInt32(clamping: stream.timescale))?.value(in: 1_000_000, rounding: .nearest)
    }
    if model.format.startTime == nil {
      model.format.startTime = model.streams.compactMap { stream in stream.startPts.flatMap { micros($0, stream) } }.min()
    }
    guard model.format.duration == nil else { return }
    var end: Int64?
    // Text and data tracks may outlast video and audio.
    let isMedia = { (stream: ProbeStream) in stream.kind == .video || stream.kind == .audio }
    let hasMedia = model.streams.contains(where: isMedia)
    for stream in model.streams where isMedia(stream) || !hasMedia {
      guard let duration = stream.duration, duration > 0, let length = micros(duration, stream) else { continue }
      let start = stream.startPts.flatMap { micros($0, stream) } ?? 0
      end = max(end ?? 0, length &+ (model.format.startTime.map { start &- $0 } ?? 0))
    }
    model.format.duration = end
  }

  // MARK: - FLV

  private mutating func fillFLV(_ reader: MediaReader) {
    (model.format.name, model.format.longName) = ("flv", "FLV (Flash Video)")
    let meta = reader.metaData
    model.format.duration = lastFLVTime()
    if let seconds = meta?.duration, seconds > 0 { model.format.duration = Int64(checked: seconds * 1_000_000) }
    model.format.tags = meta.map(ProbeTags.flv) ?? []
    for (index, track) in reader.tracks.enumerated() {
      let tally = tallies[index]
      var stream = model.streams[index]
      stream.timescale = 1000
      stream.codec = flvCodec(track.codec, tally)
      if stream.codec == .h264 { stream.nalLengthSize = 4 }
      stream.startPts = tally.firstPresentation
      stream.extradataSize = extradata(track.configuration)
      if track.kind == .video {
        let metaRate = meta?.framerate.flatMap(Self.ratio)
        let rate = tally.rate(timescale: 1000)
        stream.realFrameRate = tally.lowestRate(timescale: 1000) ?? ProbeTally.usual(metaRate ?? rate)
        stream.averageFrameRate = metaRate ?? ProbeTally.usual(rate)
        stream.bitRate = meta?.videodatarate.flatMap(Self.kilobits)
        stream.video?.hasBFrames = tally.reorderDepth
        if stream.codec == .flv1 || stream.codec?.name.description == "vp6f" { stream.video?.pixelFormat = "yuv420p" }
        if stream.codec?.name.description == "vp6f" { stream.extradataSize = 1 }
        if stream.video?.width == 0, let width = meta?.width, let height = meta?.height, width > 0, width < 65536, height > 0,
          height < 65536
        {
          stream.video?.width = Int(saturating: width)
          stream.video?.height = Int(saturating: height)
        }
      } else {
        stream.bitRate = meta?.audiodatarate.flatMap(Self.kilobits)
        stream.audio?.sampleFormat = stream.codec?.sampleFormat
        stream.audio?.bitsPerSample = stream.codec?.bitsPerSample ?? 0
        stream.audio?.layout = ProbeColour.layout(Int(track.channels))
        let bits = Int64(stream.codec?.bitsPerSample ?? 0) * Int64(track.sampleRate) * Int64(track.channels)
        if bits > 0, stream.bitRate == nil { stream.bitRate = bits }
        if stream.codec == .mp3, let rate = tally.first.flatMap({ MPEGAudioHeader(of: $0, input) })?.bitRate {
          stream.bitRate = Int64(rate)
        }
        stream.audio?.frameLength = frameLength(tally.withImplicitSBR(track.configuration, in: input), stream.codec, tally)
      }
      stream.apply(tally.withImplicitSBR(track.configuration, in: input), isSeen: tally.count > 0)
      stream.video.map { stream.video?.codedWidth = max($0.codedWidth, $0.width) }
      stream.video.map { stream.video?.codedHeight = max($0.codedHeight, $0.height) }
      model.streams[index] = stream
    }
  }

  /// Time of the last tag in microseconds, found by the previous tag size at the end of the file; nil if 0 or unreadable.
  private func lastFLVTime() -> Int64? {
    var bytes: [UInt8] = []
    guard input.byteCount > 24, (try? input.read(at: input.byteCount - 4, count: 4, into: &bytes)) != nil, bytes.count == 4 else {
      return nil
    }
    let back = UInt64(UInt32(unpacking: bytes, at: 0)) + 4
    guard back < input.byteCount, (try? input.read(at: input.byteCount - back, count: 8, into: &bytes)) != nil, bytes.count == 8 else {
      return nil
    }
    let time = Int64(bytes[7]) << 24 | Int64(bytes[4]) << 16 | Int64(bytes[5]) << 8 | Int64(bytes[6])
    return time > 0 ? time * 1000 : nil
  }

  private func flvCodec(_ codec: MediaCodec, _ tally: ProbeTally) -> ProbeCodec? {
    switch codec {
    case .h264: .h264
    case .hevc: .hevc
    case .aac: .aac
    case .mp3: .mp3
    case .other("lpcm"):
      hasSmallSamples(tally)
        ? ProbeCodec("pcm_u8", "PCM unsigned 8-bit") : ProbeCodec("pcm_s16le", "PCM signed 16-bit little-endian")
    case .other(let type): ProbeCodec(entry: type, objectType: nil, bits: 16)
    default: nil
    }
  }

  /// Whether SoundSize of the first tag is 0: samples of 8 bits (E.4.2.1). The byte before the sample has it.
  private func hasSmallSamples(_ tally: ProbeTally) -> Bool {
    var bytes: [UInt8] = []
    guard let first = tally.first, first.offset > 0, (try? input.read(at: first.offset - 1, count: 1, into: &bytes)) != nil,
      let header = bytes.first
    else { return false }
    return header & 2 == 0
  }

  /// How many samples the decoder makes of each packet; nil if it is not known.
  private func frameLength(_ configuration: MediaConfiguration, _ codec: ProbeCodec?, _ tally: ProbeTally) -> Int64? {
    if case .aac(let config) = configuration { return config.samplesPerFrame.map { Int64($0) } }
    guard codec == .mp3, let first = tally.first, let header = MPEGAudioHeader(of: first, input) else { return nil }
    return Int64(header.samples)
  }

  /// Converts kilobits to bits with ffmpeg's factor of 1024.
  private static func kilobits(_ value: Double) -> Int64? { value > 0 && value < 1e12 ? Int64(checked: value * 1024) : nil }

  private static func ratio(_ rate: Double) -> ProbeRatio? {
    guard rate >= 1, rate < 1000 else { return nil }
    return ProbeRatio.nearest(Int64(saturating: (rate * 1_000_000).rounded()), 1_000_000, limit: 1000)
  }

  private func extradata(_ configuration: MediaConfiguration) -> Int {
    switch configuration {
    case .avc(let record): (try? record.encoded().count) ?? 0
    case .hevc(let record): (try? record.encoded().count) ?? 0
    case .aac(let config): (try? config.encoded().count) ?? 0
    case .box, .none: 0
    }
  }

  // MARK: - Bare streams

  private mutating func fillStream(_ reader: MediaReader) {
    let isH264 = reader.container == .h264
    (model.format.name, model.format.longName) = isH264 ? ("h264", "raw H.264 video") : ("hevc", "raw HEVC video")
    model.format.probeScore = 51
    guard let track = reader.tracks.first else { return }
    let tally = tallies[0]
    var stream = model.streams[0]
    stream.codec = isH264 ? .h264 : .hevc
    if isH264 { stream.nalLengthSize = 0 }
    stream.timescale = 1_200_000
    stream.hasTimes = false
    let rate = track.timescale.map { ProbeRatio(reducing: UInt64($0), UInt64(max(1, tally.first?.duration ?? 1))) } ?? ProbeRatio(25, 1)
    (stream.realFrameRate, stream.averageFrameRate) = (rate, rate)
    if case .avc(let record) = track.configuration, let stated = record.parameterSets().sets.firstSeqParameterSet?.frameRate {
      stream.realFrameRate = ProbeRatio(stated)
    }
    // Pictures may be shown for more than two fields.
    if isH264, let scale = track.timescale, tally.count > 0, tally.duration > 0 {
      stream.averageFrameRate = ProbeRatio(reducing: UInt64(scale) &* UInt64(tally.count), UInt64(tally.duration))
    }
    // ffprobe has no average rate for one or two pictures.
    if tally.count <= 2 { stream.averageFrameRate = .unknown }
    stream.video?.hasBFrames = tally.reorderDepth
    stream.apply(track.configuration, isSeen: true)
    stream.extradataSize = headerSize(isH264 ? .h264 : .hevc)
    model.streams[0] = stream
  }

  /// Size of ffmpeg's extradata: the parameter sets before the first picture, each with a three-byte start code and its trailing zeros,
  /// including the first byte of a four-byte start code that follows.
  private func headerSize(_ codec: VideoCodec) -> Int {
    var bytes: [UInt8] = []
    guard (try? input.read(at: 0, count: 1 << 20, into: &bytes)) != nil else { return 0 }
    var parser = AnnexBParser()
    var cursor = 0
    var size = 0
    var wasSet = false
    while let unit = parser.next(in: bytes, from: &cursor, to: bytes.count), let first = unit.headByte(0) {
      if wasSet, unit.startCodeLength == 4 { size += 1 }
      let type = codec.unitType(first)
      let isPicture = codec == .h264 ? type >= 1 && type <= 5 : type < 32
      if isPicture { break }
      wasSet = codec == .h264 ? type == 7 || type == 8 : type >= 32 && type <= 34
      if wasSet { size += 3 + Int(clamping: unit.length) + Int(clamping: unit.trailingZeroBytes) }
    }
    return size
  }

  // MARK: - ADTS

  private mutating func fillADTS(_ reader: MediaReader) {
    (model.format.name, model.format.longName) = ("aac", "raw ADTS AAC (Advanced Audio Coding)")
    model.format.probeScore = 51
    let tally = tallies[0]
    var stream = model.streams[0]
    stream.codec = .aac
    // A multiple of every AAC sampling rate.
    stream.timescale = 28_224_000
    stream.audio?.sampleFormat = "fltp"
    stream.apply(tally.withImplicitSBR(reader.tracks[0].configuration, in: input), isSeen: tally.count > 0)
    if let rate = reader.tracks[0].timescale, rate > 0, tally.duration > 0 {
      stream.duration = MediaTime(value: tally.duration, timescale: rate)?.value(in: 28_224_000)
      stream.bitRate = Int64(checked: Double(tally.bytes + 7 * UInt64(tally.count)) * 8 * Double(rate) / Double(tally.duration))
    }
    model.streams[0] = stream
  }
}
