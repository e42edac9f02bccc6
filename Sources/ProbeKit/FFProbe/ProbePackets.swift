import AACKit
import BitstreamKit
import MP4Kit
import NALKit
import RemuxKit

/// Turns samples into packets.
struct ProbePacketSource {
  private struct Lane {
    /// Units of the stream's time base per unit of the track's time scale.
    var scale: Int64 = 1
    /// Units of the stream's time base per second.
    var timescale: UInt32 = 1
    var shift: Int64 = 0
    var decodeShift: Int64 = 0
    var timeline: ProbeTimeline?
    var edits: EditTimeline?
    /// The number of samples that FFmpeg does not read, because they are before the key frame of the edit.
    var skipped = 0
    /// The units of durations per second, and of those of samples.
    var durationUnits: (Int64, Int64)?
    /// How many samples of audio are decoded before the edit; 0 after the first packet.
    var skippedSound: Int64 = 0
    var isOver = false
    var keysBehindEnd = 0
    var isReordered = false
    var isVideo = false
    /// Duration used if the container has none.
    var usualDuration: Int64 = 0
    var headerSize: UInt64 = 0
    /// The number of samples in the tables of a movie, and of those read; the following ones are in fragments.
    var tableCount = 0
    var count = 0
    /// Whether samples that last one unit are single values of PCM, of which FFmpeg makes packets.
    var isSound = false
    /// Whether FFmpeg parses the stream: it finds the end of a frame at the start of the next.
    var isParsed = false
    /// A packet whose end is not found yet.
    var waiting: ProbePacket?
    /// The duration of each packet in fragments, where FFmpeg does not take it from the container; nil if it does.
    var codedDuration: Int64?
    /// Whether the first packet has no such duration, if FFmpeg reads no more of the stream before it shows that.
    var learnsDuration = false
    /// The end of the stream in its time base, if its packets last until the next.
    var streamEnd: Int64?
    /// How many packets are left out, before the place that was sought.
    var left = 0
    /// The samples that the decoder drops from the first packet on, and its decoding time; nil after the packet that was sought.
    var passed: (samples: Int64, time: Int64)?
    /// What FLV holds of sound whose packets have a duration by their size; nil for other codecs.
    var unit: ProbeSoundUnit?
    /// Whether FFmpeg knows the duration of pictures only when it has measured their rate, and the time of the first.
    var isMeasured = false
    var start: Int64?
    /// The end of the last sample in the file.
    var end: UInt64 = 0
  }

  /// The largest number of values of PCM in a packet.
  private static let maxValues = 1024

  private let container: MediaContainer
  private var order: ProbeSampleOrder
  private var lanes: [Lane] = []
  private let hasTimes: Bool
  private let byteCount: UInt64
  /// Whether packets of each stream are wanted.
  private let wanted: [Bool]
  private var input: ProbeInput
  /// The number of pictures read so far.
  private var pictureCount = 0
  /// Whether FFmpeg has measured the frame rate, for which it reads ahead in all streams.
  private var hasFoundRates: Bool { pictureCount >= 20 || !lanes.contains { $0.isVideo } }
  private var hasSeenSound = false
  private var isBeyondEnd = false
  /// A packet of H.265 whose end depends on the next.
  private var held: ProbePacket?
  private var head: [UInt8] = []
  /// The pictures of streams that are no tracks, which come before all packets; the last first.
  private var pictures: [ProbePacket] = []

  init(_ input: ProbeInput, _ model: ProbeModel, codec: VideoCodec?, wanted: [Bool], ignoresEditLists: Bool) throws(MediaError) {
    let reader = try MediaReader(input, codec: codec)
    container = reader.container
    self.wanted = wanted
    self.input = input
    byteCount = input.byteCount
    order = try ProbeSampleOrder(reader, isPiped: input.isPiped)
    hasTimes = reader.container != .h264 && reader.container != .hevc
    for track in reader.tracks {
      var lane = Lane()
      let stream = track.index < model.streams.count ? model.streams[track.index] : ProbeStream(index: track.index, kind: .data)
      lane.isVideo = track.kind == .video
      lane.isSound = track.kind == .audio && reader.container == .mp4
      lane.decodeShift = stream.decodeShift
      lane.timescale = UInt32(clamping: stream.timescale)
      if model.hasSampleTables { lane.streamEnd = stream.duration }
      switch reader.container {
      case .mp4: Self.apply(reader.movie, stream, ignoresEditLists, &lane)
      case .flv:
        lane.headerSize = 11 + (track.codec == .aac ? 2 : track.codec == .h264 || track.codec == .hevc ? 5 : 1)
        lane.usualDuration = Self.usualDuration(track, stream)
        lane.unit = stream.soundUnit
        lane.isMeasured = stream.codec == .flv1
      case .adts:
        lane.scale = track.timescale.map { 28_224_000 / Int64(max(1, $0)) } ?? 1
        lane.headerSize = 7
      case .h264 where track.timescale != nil:
        lane.durationUnits = (1_200_000, Int64(track.timescale ?? 1))
      case .h264, .hevc:
        let rate = stream.realFrameRate
        lane.usualDuration = rate.numerator > 0 ? 1_200_000 * rate.denominator / rate.numerator : 0
      }
      lanes.append(lane)
    }
    for stream in model.streams.reversed() where wanted[stream.index] {
      guard let picture = stream.picture, picture.isWhole(in: byteCount) else { continue }
      pictures.append(
        ProbePacket(
          stream: stream.index, duration: 0, size: picture.size, position: picture.offset, isKey: true, isDiscarded: false,
          sample: picture))
    }
  }

  var findings: [String] { order.findings }

  private static func apply(_ movie: Movie<AnyByteSource>?, _ stream: ProbeStream, _ ignoresEditLists: Bool, _ lane: inout Lane) {
    guard let movie, stream.index < movie.tracks.count else { return }
    let track = movie.tracks[stream.index]
    let timeline = ProbeTimeline(track, movie.timescale, ignoresEditLists: ignoresEditLists)
    lane.isReordered = track.table?.hasCompositionOffsets == true
    lane.tableCount = track.table?.sampleCount ?? 0
    lane.isParsed = stream.codec == .ac3 || stream.codec == .eac3
    if lane.isReordered || lane.isParsed || stream.audio?.bitsPerSample ?? 0 > 0 { lane.streamEnd = nil }
    if let audio = stream.audio, audio.sampleRate > 0 {
      if let length = audio.frameLength { lane.codedDuration = length &* stream.timescale / Int64(audio.sampleRate) }
      if stream.codec == .opus { lane.codedDuration = 0 }
    }
    // The decoder finds the length of AAC frames in the first one.
    lane.learnsDuration = stream.codec == .aac
    if timeline.isApplied {
      lane.shift = timeline.shift
      if !movie.isFragmented {
        lane.timeline = timeline
        if !timeline.hasOnlyOneStretch { lane.edits = track.timeline(movieTimescale: movie.timescale) }
        guard let leadIn = stream.leadIn else { return }
        // FFmpeg joins single values of PCM before it looks for the start.
        if stream.audio?.bitsPerSample ?? 0 == 0 { lane.skipped = leadIn.skipped }
        // The first picture that is shown is at the start of the edit, even if the edit starts between two pictures.
        if stream.kind == .audio, stream.codec?.name.description != "vorbis", let shown = timeline.shown {
          lane.skippedSound = min(Int64(Int32.max), max(0, shown.lowerBound.subtractingReportingOverflow(leadIn.start).partialValue))
        }
        if lane.isVideo, let first = leadIn.firstShown { lane.shift = timeline.emptyDuration &- first }
      }
    }
  }

  private static func usualDuration(_ track: MediaTrack, _ stream: ProbeStream) -> Int64 {
    if case .aac(let config) = track.configuration, let rate = config.coreSampleRate, rate > 0 {
      return Int64(config.coreSamplesPerFrame ?? 1024) * 1000 / Int64(rate)
    }
    if track.codec == .mp3, let length = stream.audio?.frameLength, track.sampleRate > 0 { return length * 1000 / Int64(track.sampleRate) }
    let rate = stream.realFrameRate
    return stream.kind == .video && rate.numerator > 0 ? 1000 * rate.denominator / rate.numerator : 0
  }

  /// Leaves out the first packets of each stream.
  mutating func leave(_ counts: [Int]) {
    pictures = []
    for index in lanes.indices where index < counts.count { lanes[index].left = counts[index] }
  }

  /// The next packet of a wanted stream; nil after the last.
  mutating func next() throws(MediaError) -> ProbePacket? {
    while var packet = try any() {
      let index = packet.stream
      guard index < lanes.count else { return packet }
      if lanes[index].left == 0 {
        if let passed = lanes[index].passed {
          packet.skippedSamples = max(0, passed.samples &- ((packet.dts ?? passed.time) &- passed.time))
          lanes[index].passed = nil
        }
        return packet
      }
      lanes[index].left -= 1
      if packet.skippedSamples > 0 { lanes[index].passed = (packet.skippedSamples, packet.dts ?? 0) }
    }
    return nil
  }

  private mutating func any() throws(MediaError) -> ProbePacket? {
    if let picture = pictures.popLast() { return picture }
    if container != .hevc { return try ordered() }
    // FFmpeg's parser of H.265 takes the zero byte before a start code for the end of the unit before.
    while let packet = try made() {
      var packet = packet
      let hasZero = packet.position > 0 && startsWithZeroByte(packet)
      if hasZero { (packet.position, packet.size) = (packet.position + 1, packet.size - 1) }
      guard var last = held else {
        held = packet
        continue
      }
      if hasZero { last.size += 1 }
      held = packet
      return last
    }
    defer { held = nil }
    return held
  }

  /// The next packet, those of parsed streams when the next one of their stream comes.
  private mutating func ordered() throws(MediaError) -> ProbePacket? {
    while let packet = try made() {
      if !lanes[packet.stream].isParsed { return packet }
      let last = lanes[packet.stream].waiting
      lanes[packet.stream].waiting = packet
      guard var last else { continue }
      // A packet has this flag from that which the parser takes.
      last.isDiscarded = packet.isDiscarded
      return last
    }
    for index in lanes.indices {
      guard var last = lanes[index].waiting else { continue }
      lanes[index].waiting = nil
      last.isDiscarded = false
      return last
    }
    return nil
  }

  private mutating func startsWithZeroByte(_ packet: ProbePacket) -> Bool {
    (try? input.read(at: packet.position, count: 4, into: &head)) != nil && head == [0, 0, 0, 1]
  }

  private mutating func nextSample() throws(MediaError) -> MediaSample? {
    while let lane = order.lacking {
      guard let sample = order.read(lane: lane) else {
        order.end(lane: lane)
        continue
      }
      lineUp(sample)
    }
    return try order.take()
  }

  /// Puts a sample in line, if it is not before the key frame of the edit.
  private mutating func lineUp(_ sample: MediaSample) {
    let track = sample.track
    guard track < lanes.count else { return }
    if lanes[track].skipped == 0 { return order.put(sample, time: microseconds(sample, lanes[track])) }
    lanes[track].skipped -= 1
    lanes[track].count += 1
  }

  /// The decoding time of a sample in microseconds.
  private func microseconds(_ sample: MediaSample, _ lane: Lane) -> Int64 {
    let time = (sample.decodeTime &+ shift(sample, lane) &+ lane.decodeShift) &* lane.scale
    return MediaTime(value: time, timescale: lane.timescale)?.value(in: 1_000_000, rounding: .nearest) ?? time
  }

  private mutating func made() throws(MediaError) -> ProbePacket? {
    while !isBeyondEnd, let sample = try nextSample() {
      // ffprobe stops at the first sample after the end of the file.
      isBeyondEnd = sample.offset >= byteCount
      if isBeyondEnd { return nil }
      if lanes[sample.track].isVideo { pictureCount += 1 } else { hasSeenSound = true }
      guard wanted[sample.track] else { continue }
      if var packet = packet(sample) {
        if lanes[sample.track].isSound, sample.duration == 1 { gather(sample, &packet) }
        return packet
      }
      if lanes[sample.track].isOver { order.end(track: sample.track) }
    }
    return nil
  }

  /// Adds the values that follow a value of PCM.
  private mutating func gather(_ first: MediaSample, _ packet: inout ProbePacket) {
    var count: Int64 = 1
    while count < Self.maxValues, let sample = order.read(afterSampleOf: first.track) {
      guard sample.track == first.track, sample.duration == 1, sample.size == first.size,
        sample.offset == first.offset &+ UInt64(count) &* first.size, sample.offset &+ sample.size <= byteCount
      else {
        lineUp(sample)
        break
      }
      count += 1
    }
    packet.duration = packet.duration &* count
    packet.size = packet.size &* UInt64(count)
  }

  private mutating func packet(_ sample: MediaSample) -> ProbePacket? {
    let lane = lanes[sample.track]
    var packet = ProbePacket(
      stream: sample.track, pts: nil, dts: nil, duration: Int64(sample.duration) &* lane.scale, size: sample.size,
      position: sample.offset, isKey: sample.isKey, isDiscarded: false, sample: sample)
    packet.size = min(packet.size, byteCount - sample.offset)
    if lane.usualDuration > 0 { packet.duration = lane.usualDuration }
    if let (units, scale) = lane.durationUnits { packet.duration = Int64(sample.duration) &* units / scale }
    if let unit = lane.unit { packet.duration = unit.duration(size: packet.size, timescale: 1000) }
    if lane.isMeasured {
      let start = lane.start ?? sample.decodeTime
      lanes[sample.track].start = start
      // FFmpeg reads so many pictures, or more for up to five seconds if it waits for sound.
      if sample.decodeTime &- start <= 5000, pictureCount <= 41 || !hasSeenSound { packet.duration = 0 }
    }
    var headerSize = lane.headerSize
    // With a CRC.
    if container == .adts, sample.offset == lane.end &+ 9 { headerSize = 9 }
    lanes[sample.track].end = sample.offset &+ sample.size
    packet.position = sample.offset >= headerSize ? sample.offset - headerSize : 0
    // The packet includes an ADTS header, but not an FLV tag header.
    if container == .adts { packet.size += headerSize }
    if !hasTimes { return packet }
    let shift = shift(sample, lane)
    lanes[sample.track].count += 1
    if isInFragment(lane), let duration = lane.codedDuration {
      packet.duration = lane.count == 0 && lane.learnsDuration && hasFoundRates ? 0 : duration
    }
    packet.pts = (sample.presentationTime &+ shift) &* lane.scale
    packet.dts = (sample.decodeTime &+ shift &+ lane.decodeShift) &* lane.scale
    if let timeline = lane.timeline, timeline.hasOnlyOneStretch, !place(sample, timeline, &packet) { return nil }
    // FFmpeg has the duration from the next time, and without composition offsets that of the last packet from the end of the stream.
    if let end = lane.streamEnd, lanes[sample.track].isOver || lane.count + 1 == lane.tableCount, let dts = packet.dts, dts < end {
      packet.duration = end &- dts
    }
    (packet.skippedSamples, lanes[sample.track].skippedSound) = (lane.skippedSound, 0)
    return packet
  }

  /// Whether the next sample of a track is in a fragment.
  private func isInFragment(_ lane: Lane) -> Bool { container == .mp4 && lane.count >= lane.tableCount }

  /// What is added to the times of the next sample of a track.
  private func shift(_ sample: MediaSample, _ lane: Lane) -> Int64 {
    if let edits = lane.edits { return edits.presentation(of: sample.presentationTime).time &- sample.presentationTime }
    // With negative composition offsets ffprobe moves decoding times back; in fragments, it moves presentation times on instead.
    return isInFragment(lane) ? lane.shift &- lane.decodeShift : lane.shift
  }

  /// The streams whose edit lists have several edits: their packets come once, in the order of the file.
  var streamsOfSeveralEdits: [Int] { lanes.indices.filter { lanes[$0].edits != nil } }

  /// Applies the edit list to a sample.
  /// - Returns: false if the sample is after the end of the edit.
  private mutating func place(_ sample: MediaSample, _ timeline: ProbeTimeline, _ packet: inout ProbePacket) -> Bool {
    guard let shown = timeline.shown else { return true }
    if lanes[sample.track].isOver { return false }
    let time = sample.presentationTime
    let end = time.addingReportingOverflow(Int64(sample.duration)).partialValue
    if !shown.contains(time) {
      // Audio that is presented in part is not discarded.
      let isPartly = !lanes[sample.track].isVideo && time < shown.lowerBound && end > shown.lowerBound
      packet.isDiscarded = !isPartly
    }
    // Reading stops at the first key frame after the end, or at the second if pictures are reordered, because pictures presented before the
    // first may follow it.
    if end >= shown.upperBound, sample.isKey || !lanes[sample.track].isVideo {
      lanes[sample.track].keysBehindEnd += 1
      let isLast = !lanes[sample.track].isVideo || !lanes[sample.track].isReordered || lanes[sample.track].keysBehindEnd > 1
      if isLast { lanes[sample.track].isOver = true }
    }
    return true
  }
}
