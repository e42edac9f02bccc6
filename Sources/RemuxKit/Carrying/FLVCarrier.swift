import BitstreamKit
import FLVKit
import MP4Kit

/// Receives the tags of an FLV stream in order.
public typealias FLVTagSink = (FLVStreamTag) throws(ByteError) -> Void

/// Collects the bytes of a tag body.
private final class TagBody {
  var bytes: [UInt8] = []
}

/// Remuxes one video and one audio track to FLV: to a file, or to a sink of tags.
struct FLVCarrier {
  private let source: AnyByteSource
  private let reader: MediaReader
  private let wanted: [Int]
  private let options: CarryOptions
  private var pump: SamplePump
  private var writer: FLVWriter
  private let maker: FLVTagMaker
  /// The sink of tags, and the body of the next one; nil for a file.
  private let tags: (sink: FLVTagSink, body: TagBody)?
  private var transforms: [Int: SampleTransform] = [:]
  private var report = CarryReport()
  /// The amount by which decoding precedes in each track, so that no picture is presented before it is decoded; in units of its time scale.
  private var leads: [Int64]
  /// Subtracted from all times, so that the earliest decoding time is 0.
  private var origin = MediaTime.zero
  private var head: [UInt8] = []
  /// Current sample description of each source track.
  private var descriptions: [UInt32]

  init(
    _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], _ output: MediaOutput, _ options: CarryOptions
  ) throws(MediaError) {
    try self.init(source, reader, wanted, output, nil, options)
  }

  /// Remuxes to a sink of tags.
  init(
    _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], _ sink: @escaping FLVTagSink, _ options: CarryOptions
  ) throws(MediaError) {
    let body = TagBody()
    let output = MediaOutput(append: { (bytes, range) throws(ByteError) in body.bytes.append(contentsOf: bytes[range]) })
    try self.init(source, reader, wanted, output, (sink, body), options)
  }

  private init(
    _ source: AnyByteSource, _ reader: MediaReader, _ wanted: [Int], _ output: MediaOutput, _ tags: (sink: FLVTagSink, body: TagBody)?,
    _ options: CarryOptions
  ) throws(MediaError) {
    self.tags = tags
    self.source = source
    self.reader = reader
    self.wanted = wanted
    self.options = options
    pump = SamplePump(source, output)
    descriptions = Array(repeating: 1, count: reader.tracks.count)
    leads = Array(repeating: 0, count: reader.tracks.count)
    var (video, audio) = (nil as VideoCoding?, nil as AudioCoding?)
    for index in wanted {
      let track = reader.tracks[index]
      if track.isProtected { throw .unsupported("track \(index) is encrypted") }
      if track.timescale == nil { throw .needs(.frameRate, "the stream has no frame rate") }
      switch track.kind {
      case .video where video == nil: video = try Self.coding(video: track, options)
      case .audio where audio == nil: audio = try Self.coding(audio: track)
      default: throw .needs(.tracks, "FLV holds one video and one audio track")
      }
      if let transform = SampleTransform(track, to: .lengths) { transforms[index] = transform }
    }
    writer = FLVWriter(video: video, audio: audio)
    maker = FLVTagMaker(video: video, audio: audio)
    try findOrigin()
  }

  private static func coding(video track: MediaTrack, _ options: CarryOptions) throws(MediaError) -> VideoCoding {
    switch track.codec {
    case .h264: return .avc
    case .hevc: return options.legacyHEVC ? .legacyHEVC : .hevc
    case .av1: return .fourCC(VideoFourCc.av1)
    case .vp8: return .fourCC(VideoFourCc.vp8)
    case .vp9: return .fourCC(VideoFourCc.vp9)
    default: throw .unsupported("FLV with \(track.codec.name) is not written")
    }
  }

  private static func coding(audio track: MediaTrack) throws(MediaError) -> AudioCoding {
    switch track.codec {
    case .aac: return .aac
    case .opus: return .fourCC(AudioFourCc.opus)
    case .flac: return .fourCC(AudioFourCc.flac)
    case .ac3: return .fourCC(AudioFourCc.ac3)
    case .eac3: return .fourCC(AudioFourCc.eac3)
    case .mp3:
      guard let coding = AudioCoding(.mp3, sampleRate: track.sampleRate, channelCount: Int(track.channels)) else {
        throw .unsupported("FLV does not support MP3 at \(track.sampleRate) Hz")
      }
      return coding
    default: throw .unsupported("FLV with \(track.codec.name) is not written")
    }
  }

  /// Finds the earliest decoding time on the presentation timeline, with the delay of edit lists applied; of tracks that are left out, the
  /// time at which they begin.
  private mutating func findOrigin() throws(MediaError) {
    let all = reader.timedTracks(with: wanted)
    let first = try SampleQueue.firstSamples(reader, all)
    report.notes += try LateKey.notes(reader, wanted, first)
    var earliest = all.filter { !wanted.contains($0) }.compactMap { reader.firstShown($0, first[$0]) }.min()
    for index in wanted {
      leads[index] = try reader.presentationDelay(of: index)
      guard let sample = first[index],
        let time = MediaTime(value: sample.decodeTime &- leads[index], timescale: reader.tracks[index].timescale ?? 1)
      else { continue }
      let start = time.nearlyAdding(reader.timelineShift(of: index))
      if let start = start ?? earliest, earliest.map({ start < $0 }) ?? true { earliest = start }
    }
    origin = earliest ?? .zero
  }

  mutating func run() throws(MediaError) -> CarryReport {
    try begin()
    var samples = try SampleQueue(source, reader, wanted: wanted, order: .time)
    var bytes = source
    let shifts = reader.tracks.indices.map { reader.timelineShift(of: $0) }
    var last: [Int: Int64] = [:]
    var movedCount = 0
    while let sample = try samples.next() {
      let track = reader.tracks[sample.track]
      let early = milliseconds(sample.decodeTime &- leads[sample.track], track, shifts[sample.track])
      let earlyShown = milliseconds(sample.presentationTime, track, shifts[sample.track])
      // More than rounding: the times of the source run backwards, or pictures are shown long before they are decoded.
      if min(early, earlyShown) < -1 { movedCount += 1 }
      let (decode, shown) = (max(0, early), max(0, earlyShown))
      if sample.descriptionIndex != descriptions[sample.track] { try describe(sample, samples, at: decode) }
      if transforms[sample.track] != nil { try transforms[sample.track]?.convert(sample, &bytes) }
      last[sample.track] = decode
      try write(sample, track, decode: decode, shown: shown)
      report.samples += 1
    }
    try end(last)
    report.findings += samples.findings
    if movedCount > 0 {
      report.findings.append(
        "\(counted(movedCount, "sample comes", "samples come")) before the first of the file in time: moved to the beginning")
    }
    report.bytes = pump.position
    return report
  }

  private func milliseconds(_ time: Int64, _ track: MediaTrack, _ shift: MediaTime) -> Int64 {
    guard let own = MediaTime(value: time, timescale: track.timescale ?? 1), let moved = own.nearlyAdding(shift)?.nearlySubtracting(origin)
    else {
      return 0
    }
    return moved.value(in: 1000) ?? 0
  }

  /// Switches to another description: writes its configuration before its samples.
  private mutating func describe(_ sample: MediaSample, _ samples: SampleQueue, at time: Int64) throws(MediaError) {
    let configuration = try samples.configuration(of: sample)
    descriptions[sample.track] = sample.descriptionIndex
    transforms[sample.track]?.follow(sample, samples)
    try put(configuration, of: reader.tracks[sample.track], at: time)
  }

  /// Writes the sequence header of a configuration.
  private mutating func put(_ configuration: MediaConfiguration, of track: MediaTrack, at time: Int64 = 0) throws(MediaError) {
    if configuration == .none, BoxedConfiguration.hasSequenceHeader(track.codec) {
      throw .unsupported("track \(track.index), \(track.codec.name), has no configuration for a sequence header")
    }
    let tag: FLVStreamTag
    do throws(SyntaxError) {
      let bytes: [UInt8]
      switch configuration {
      case .avc(let record): bytes = try record.encoded()
      case .hevc(let record): bytes = try record.encoded()
      case .aac(let config): bytes = try config.encoded()
      case .box(let type, let payload):
        guard let header = BoxedConfiguration.sequenceHeader(type, payload) else { return }
        bytes = header
      case .none: return
      }
      tag = try maker.configuration(track.kind == .video ? .video : .audio, bytes, at: time)
    } catch { throw .unsupported(error.description) }
    try put(tag)
  }

  /// Writes a complete tag.
  private mutating func put(_ tag: FLVStreamTag) throws(MediaError) {
    if let tags { return try give(tag, to: tags.sink) }
    head.removeAll(keepingCapacity: true)
    do { try writer.append(tag, to: &head) } catch { throw .unsupported(error.description) }
    do { try pump.put(head) } catch { throw .bytes(error) }
  }

  private func give(_ tag: FLVStreamTag, to sink: FLVTagSink) throws(MediaError) {
    do { try sink(tag) } catch { throw .bytes(error) }
  }

  private mutating func begin() throws(MediaError) {
    let metaData: FLVStreamTag
    var data = FLVMetaData()
    if pump.canReplace { data.measured = .all }
    for index in wanted {
      let track = reader.tracks[index]
      if track.kind == .video {
        (data.width, data.height) = (Double(track.width), Double(track.height))
        data.videocodecid = writer.video?.metaDataCodec
        // The writer replaces it by the measured rate where that differs.
        if pump.canReplace { data.framerate = CodecDescription(track.configuration, entry: nil).frameRate?.value }
      } else {
        (data.audiosamplerate, data.stereo) = (Double(track.sampleRate), track.channels == 2)
        data.audiosamplesize = 16
        data.audiocodecid = writer.audio?.metaDataCodec
      }
    }
    if options.keyframeIndex, pump.canReplace { data.keyframeCapacity = options.keyframeCapacity }
    if tags == nil {
      head.removeAll()
      writer.appendFileHeader(to: &head)
      do { try pump.put(head) } catch { throw .bytes(error) }
    }
    do { metaData = try maker.metaData(data) } catch { throw .unsupported(error.description) }
    try put(metaData)
    for index in wanted {
      var configuration = reader.tracks[index].configuration
      // A movie's configuration may be in a codec-specific box of the sample entry only.
      if configuration == .none { configuration = reader.description(ofTrack: index, index: 1)?.configuration ?? .none }
      try put(configuration, of: reader.tracks[index])
    }
  }

  private mutating func write(_ sample: MediaSample, _ track: MediaTrack, decode: Int64, shown: Int64) throws(MediaError) {
    let transform = transforms[sample.track]
    let size = Int(clamping: transform?.byteCount ?? sample.size)
    let frame: FLVSample =
      track.kind == .video ? .video(sample.isKey ? .key : .inter, at: decode, compositionTime: shown - decode) : .audio(at: decode)
    head.removeAll(keepingCapacity: true)
    // The file writer also rejects a frame that is too large before it is read.
    do {
      try writer.begin(frame, byteCount: size, to: &head)
      if tags != nil {
        head.removeAll(keepingCapacity: true)
        try maker.appendFrameHeader(frame, to: &head)
      }
    } catch { throw .unsupported(error.description) }
    do {
      try pump.put(head)
      if transform == nil { try pump.put(sample.offset, sample.size) }
    } catch { throw .bytes(error) }
    try transform?.put(into: &pump)
    if let tags { return try giveFrame(frame, tags.body, tags.sink) }
    do {
      head.removeAll(keepingCapacity: true)
      writer.end(to: &head)
      try pump.put(head)
    } catch { throw .bytes(error) }
  }

  /// Hands a frame to the sink, whose body is in the pump.
  private mutating func giveFrame(_ frame: FLVSample, _ body: TagBody, _ sink: FLVTagSink) throws(MediaError) {
    do { try pump.flush() } catch { throw .bytes(error) }
    head.removeAll(keepingCapacity: true)
    writer.end(to: &head)
    let bytes = body.bytes
    body.bytes = []
    let tag: FLVStreamTag
    do { tag = try maker.frame(frame, body: bytes) } catch { throw .unsupported(error.description) }
    try give(tag, to: sink)
  }

  private mutating func end(_ last: [Int: Int64]) throws(MediaError) {
    for index in wanted {
      let tag: FLVStreamTag?
      do { tag = try maker.sequenceEnd(reader.tracks[index].kind == .video ? .video : .audio, at: last[index] ?? 0) } catch {
        throw .unsupported(error.description)
      }
      if let tag { try put(tag) }
    }
    let patch: FLVPatch?
    do { patch = try writer.patch() } catch { throw .unsupported(error.description) }
    do {
      try pump.flush()
      if pump.canReplace, let patch { try pump.replace(at: patch.offset, patch.bytes) }
    } catch { throw .bytes(error) }
  }
}
