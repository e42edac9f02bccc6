import BitstreamKit
import FileIO
import FLVKit
import MP4Kit
import RemuxKit

/// Gathers what ffprobe tells about a file.
struct ProbeBuilder {
  /// So many samples of a file without a sample table are looked at.
  private static let mostSamples = 600

  let input: InputFile
  let ignoresEditLists: Bool
  private var model = ProbeModel()
  private var tallies: [ProbeTally] = []

  init(_ input: InputFile, ignoresEditLists: Bool) {
    self.input = input
    self.ignoresEditLists = ignoresEditLists
  }

  /// - Parameter name: as the file was named on the command line.
  mutating func build(_ name: String) throws(MediaError) -> ProbeModel {
    let reader = try MediaReader(input)
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
      }
    case .flv: fillFLV(reader)
    case .h264, .hevc: fillStream(reader)
    case .adts: fillADTS(reader)
    }
    settleFormat()
    return model
  }

  private mutating func tally(_ reader: MediaReader) throws(MediaError) {
    var reader = reader
    tallies = [ProbeTally](repeating: ProbeTally(), count: reader.tracks.count)
    var left = reader.container == .mp4 || reader.container == .adts ? Int.max : Self.mostSamples
    while left > 0, let sample = try reader.next() {
      if sample.track < tallies.count { tallies[sample.track].add(sample) }
      left -= 1
    }
  }

  /// What follows for the file from its streams.
  private mutating func settleFormat() {
    func micros(_ value: Int64, _ stream: ProbeStream) -> Int64? {
      MediaTime(value: value, timescale: UInt32(clamping: stream.timescale))?.value(in: 1_000_000, rounding: .nearest)
    }
    if model.format.startTime == nil {
      model.format.startTime = model.streams.compactMap { stream in stream.startPts.flatMap { micros($0, stream) } }.min()
    }
    guard model.format.duration == nil else { return }
    var end: Int64?
    for stream in model.streams {
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
    if let seconds = meta?.duration, seconds > 0, seconds < 9e12 { model.format.duration = Int64(seconds * 1_000_000) }
    model.format.tags = meta.map(ProbeTags.flv) ?? []
    for (index, track) in reader.tracks.enumerated() {
      let tally = tallies[index]
      var stream = model.streams[index]
      stream.timescale = 1000
      stream.codec = flvCodec(track.codec)
      if stream.codec == .h264 { stream.nalLengthSize = 4 }
      stream.startPts = tally.firstPresentation
      stream.extradataSize = extradata(track.configuration)
      if track.kind == .video {
        let metaRate = meta?.framerate.flatMap(Self.ratio)
        let rate = tally.rate(timescale: 1000)
        stream.realFrameRate = ProbeTally.usual(metaRate ?? rate)
        stream.averageFrameRate = metaRate ?? ProbeTally.usual(rate)
        stream.bitRate = meta?.videodatarate.flatMap(Self.kilobits)
        stream.video?.hasBFrames = tally.reorderDepth
      } else {
        stream.bitRate = meta?.audiodatarate.flatMap(Self.kilobits)
        stream.audio?.sampleFormat = stream.codec?.sampleFormat
        stream.audio?.bitsPerSample = stream.codec?.bitsPerSample ?? 0
        stream.audio?.layout = ProbeColour.layout(Int(track.channels))
      }
      stream.apply(track.configuration, isSeen: tally.count > 0)
      stream.video.map { stream.video?.codedWidth = max($0.codedWidth, $0.width) }
      stream.video.map { stream.video?.codedHeight = max($0.codedHeight, $0.height) }
      model.streams[index] = stream
    }
  }

  private func flvCodec(_ codec: MediaCodec) -> ProbeCodec? {
    switch codec {
    case .h264: .h264
    case .hevc: .hevc
    case .aac: .aac
    case .mp3: .mp3
    case .other("lpcm"): ProbeCodec("pcm_s16le", "PCM signed 16-bit little-endian")
    case .other(let type): ProbeCodec(entry: type, objectType: nil, bits: 16)
    default: nil
    }
  }

  /// A number of kilobits as ffmpeg counts them, in bits.
  private static func kilobits(_ value: Double) -> Int64? { value > 0 && value < 1e12 ? Int64(value * 1024) : nil }

  private static func ratio(_ rate: Double) -> ProbeRatio? {
    guard rate >= 1, rate < 1000 else { return nil }
    return ProbeRatio.nearest(Int64((rate * 1_000_000).rounded()), 1_000_000, most: 1000)
  }

  private func extradata(_ configuration: MediaConfiguration) -> Int {
    switch configuration {
    case .avc(let record): (try? record.encoded().count) ?? 0
    case .hevc(let record): (try? record.encoded().count) ?? 0
    case .aac(let config): (try? config.encoded().count) ?? 0
    case .none: 0
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
    stream.realFrameRate = rate
    stream.averageFrameRate = tally.count > 1 ? rate : .unknown
    stream.video?.hasBFrames = tally.reorderDepth
    stream.apply(track.configuration, isSeen: true)
    switch track.configuration {
    case .avc(let record):
      for unit in record.sequenceParameterSets + record.pictureParameterSets { stream.extradataSize += 3 + unit.count }
    case .hevc(let record):
      for units in record.arrays { for unit in units.nalUnits { stream.extradataSize += 3 + unit.count } }
    default: break
    }
    model.streams[0] = stream
  }

  // MARK: - ADTS

  private mutating func fillADTS(_ reader: MediaReader) {
    (model.format.name, model.format.longName) = ("aac", "raw ADTS AAC (Advanced Audio Coding)")
    model.format.probeScore = 51
    let tally = tallies[0]
    var stream = model.streams[0]
    stream.codec = .aac
    // All rates of AAC divide it.
    stream.timescale = 28_224_000
    stream.audio?.sampleFormat = "fltp"
    stream.apply(reader.tracks[0].configuration, isSeen: tally.count > 0)
    if let rate = reader.tracks[0].timescale, rate > 0, tally.duration > 0 {
      stream.duration = MediaTime(value: tally.duration, timescale: rate)?.value(in: 28_224_000)
      stream.bitRate = Int64(Double(tally.bytes) * 8 * Double(rate) / Double(tally.duration))
    }
    model.streams[0] = stream
  }
}
