import H264Kit
import HEVCKit
import BitstreamKit
import MP4Kit
import RemuxKit
import NALKit

/// Fills the model from a file of the MP4 family.
struct ProbeMovie {
  let movie: Movie<AnyByteSource>
  var tree: BoxTree<AnyByteSource>
  let tracks: [MediaTrack]
  let tallies: [ProbeTally]
  let input: ProbeInput
  private let ignoresEditLists: Bool

  init(
    _ movie: Movie<AnyByteSource>, _ tracks: [MediaTrack], _ tallies: [ProbeTally], _ input: ProbeInput, _ ignoresEditLists: Bool
  ) {
    self.movie = movie
    tree = movie.tree
    self.tracks = tracks
    self.tallies = tallies
    self.input = input
    self.ignoresEditLists = ignoresEditLists
  }

  mutating func fill(_ model: inout ProbeModel) {
    (model.format.name, model.format.longName) = ("mov,mp4,m4a,3gp,3g2,mj2", "QuickTime / MOV")
    if !movie.isFragmented, let header = movie.header, header.duration != 0xFFFF_FFFF, header.duration < UInt64(Int64.max) {
      model.format.duration = MediaTime(value: Int64(clamping: header.duration), timescale: movie.timescale)?.value(in: 1_000_000)
    }
    model.format.tags = ProbeTags.movie(movie, &tree)
    let chapterTracks = MediaChapter.trackIDs(movie)
    for index in tracks.indices {
      var stream = model.streams[index]
      fill(&stream, isChapters: chapterTracks.contains(tracks[index].id))
      model.streams[index] = stream
    }
    if movie.tracks.isEmpty, movie.fileType?.majorBrand == "avif", let image = ProbeImage.stream(tree.source) {
      model.streams.append(image)
      model.format.duration = nil
    }
    for picture in ProbeCover.all(&tree, streams: model.streams.count) { model.streams.append(cover(picture, model)) }
    model.chapters = chapters(model.format.duration)
  }

  // MARK: - A track

  private mutating func fill(_ stream: inout ProbeStream, isChapters: Bool) {
    let (track, tally, source) = (tracks[stream.index], tallies[stream.index], movie.tracks[stream.index])
    stream.timescale = Int64(source.timescale)
    stream.id = source.trackID
    stream.isDefault = (source.header?.flags ?? 1) & 1 != 0
    stream.dispositions = dispositions(source)
    let description = source.descriptions.first
    let entry = description?.codec ?? FourCC(rawValue: 0)
    stream.tag = entry
    stream.kind = Self.kind(source.handlerType, track.kind)
    if stream.kind != .video { stream.video = nil }
    if stream.kind != .audio { stream.audio = nil }
    let bits = Int(description?.audio?.samplesize ?? description?.audioV1?.samplesize ?? 16)
    stream.codec = ProbeCodec(entry: entry, objectType: description?.stream?.decoderConfig?.objectTypeIndication, bits: bits)
    if stream.kind == .audio { stream.codec = linear(entry, description, bits) ?? stream.codec }
    if isChapters, stream.kind == .data { (stream.codec, stream.isDiscarded) = (.binary, true) }
    if isChapters, stream.kind == .video { (stream.isAttachedPicture, stream.isThumbnail) = (true, true) }
    if stream.codec == .movText || stream.codec?.name.description == "eia_608" { stream.kind = .subtitle }
    if stream.codec == .h264 {
      // AVC-Intra without a configuration has start codes.
      let isConfigured = track.codec == .h264 || description.map { tree.child("avcC", of: $0.node) != nil } == true
      stream.nalLengthSize = isConfigured ? 4 : 0
    }
    times(&stream, source, tally)
    stream.decodeShift = tally.leastOffset
    rates(&stream, source, tally)
    if let description {
      extradata(&stream, description)
      if stream.kind == .video { picture(&stream, source, description) }
      if stream.kind == .audio {
        sound(&stream, description, track)
        if stream.codec == .flac { flac(&stream, description) }
      }
    }
    if stream.codec == .h264 { stream.video?.hasBFrames = tally.reorderDepth }
    let configuration = configuration(track, description, tally)
    stream.apply(configuration, isSeen: isSeen(tally))
    if let description, stream.kind == .audio { frames(&stream, description, configuration) }
    if stream.codec == .h264 { stream.raiseReordering(to: tally.reorderDepth) }
    stream.tags = ProbeTags.track(&tree, source, stream)
    if let text = timecode(source, stream.index) { stream.tags.append(("timecode", text)) }
    sideData(&stream, source, description)
  }

  /// The decoder configuration of a track. For `avc3` and `hev1` without parameter sets in the sample entry, those of the first sample are
  /// used.
  private func configuration(_ track: MediaTrack, _ description: SampleDescription?, _ tally: ProbeTally) -> MediaConfiguration {
    let codec: VideoCodec
    switch track.configuration {
    case .avc(let record) where record.sequenceParameterSets.isEmpty: codec = .h264
    case .hevc(let record) where !record.arrays.contains { $0.nalUnitType == 33 && !$0.nalUnits.isEmpty }: codec = .hevc
    default: return tally.withImplicitSBR(track.configuration, in: input)
    }
    guard let first = tally.first, case .lengthPrefixed(let size) = track.framing else { return track.configuration }
    var bytes: [UInt8] = []
    guard (try? input.read(at: first.offset, count: Int(min(first.size, 1 << 20)), into: &bytes)) != nil else { return track.configuration }
    var units: [[UInt8]] = []
    var at = 0
    while at + size.rawValue < bytes.count {
      let length = Int(clamping: bytes.bigEndian(at: at, size: size.rawValue))
      at += size.rawValue
      let end = at + min(length, bytes.count - at)
      let type = codec.unitType(bytes[at])
      if codec == .h264 ? type == 7 || type == 8 : type >= 32 && type <= 34 { units.append(Array(bytes[at..<end])) }
      at = end
    }
    return MediaConfiguration(parameterSets: units, of: codec)
  }

  /// The timecode of a track, or of the timecode track that it references.
  private mutating func timecode(_ source: MovieTrack, _ index: Int) -> String? {
    if let own = try? Timecode(movie, track: index) { return own.text }
    let references = (try? TrackReference.all(of: source.node, in: &tree)) ?? []
    guard let id = references.first(where: { $0.type == "tmcd" })?.trackIDs.first,
      let other = movie.tracks.firstIndex(where: { $0.trackID == id })
    else { return nil }
    return (try? Timecode(movie, track: other))?.text
  }

  private func isSeen(_ tally: ProbeTally) -> Bool {
    guard let first = tally.first else { return false }
    return first.offset < input.byteCount && first.size <= input.byteCount - first.offset
  }

  private static func kind(_ handler: FourCC, _ kind: MediaKind) -> ProbeStream.Kind {
    switch handler {
    case FourCC(rawValue: 0): kind == .video ? .video : kind == .audio ? .audio : .data
    case "vide", "auxv", "pict": .video
    case "soun", "m1a ": .audio
    case "subp", "clcp": .subtitle
    default: .data
    }
  }

  private func times(_ stream: inout ProbeStream, _ source: MovieTrack, _ tally: ProbeTally) {
    let isListed = !movie.isFragmented
    // 2^32 − 1 and 2^64 − 1 mean unknown.
    let coded = source.mediaHeader?.duration ?? 0
    let known = coded != 0xFFFF_FFFF && coded < UInt64(Int64.max) ? Int64(coded) : 0
    var duration = tally.duration
    // ffprobe counts the samples of packets of sound one by one, with a size of 1.
    let counted = source.table.flatMap { $0.samplesPerPacket > 1 ? Int64($0.listedCount) : nil }
    if isListed {
      if known > 0 { duration = duration > 0 ? min(known, duration) : known }
      stream.frameCount = tally.count > 0 ? counted ?? tally.count : nil
    } else {
      // ffprobe counts the samples of the tables alone, and from time 0, not from the first sample.
      if let count = source.table?.listedCount, count > 0 { stream.frameCount = Int64(count) }
      duration = max(known, tally.count > 0 ? tally.end : 0)
      // An initialization segment followed by a segment index.
      if duration == 0, let indexed = try? movie.indexedDuration(ofTrack: source.trackID) {
        duration = MediaTime(value: indexed.value, timescale: indexed.timescale)?.value(in: source.timescale) ?? 0
      }
    }
    stream.duration = duration
    let bytes = counted.map { UInt64($0) } ?? tally.bytes
    if bytes > 0, duration > 0 {
      // ffprobe truncates for a sample table and rounds for fragments.
      let half = isListed ? 0 : UInt128(duration) / 2
      stream.bitRate = Int64(clamping: (UInt128(bytes) * 8 * UInt128(stream.timescale) + half) / UInt128(duration))
    } else if let average = source.descriptions.first?.stream?.decoderConfig?.avgBitrate, average > 0 {
      stream.bitRate = Int64(average)
    }
    let timeline = ProbeTimeline(source, movie.timescale, ignoresEditLists: ignoresEditLists)
    if isListed, timeline.isApplied {
      if let edited = timeline.editedDuration { stream.duration = min(duration, edited) }
      stream.startPts = tally.count > 0 ? timeline.emptyDuration : nil
      if timeline.hasOnlyOneStretch, tally.count > 0 { stream.leadIn = tally.leadIn }
    } else {
      // ffprobe does not parse data streams of unknown type, so they have no start time.
      let shift = source.table?.sampleCount ?? 0 == 0 ? timeline.shift &- tally.leastOffset : timeline.shift
      stream.startPts = stream.kind == .data && stream.codec == nil ? nil : tally.firstPresentation.map { $0 &+ shift }
    }
  }

  private func rates(_ stream: inout ProbeStream, _ source: MovieTrack, _ tally: ProbeTally) {
    guard stream.kind == .video else { return }
    let scale = UInt64(stream.timescale)
    if tally.count > 0, tally.duration > 0 {
      stream.averageFrameRate = ProbeRatio(reducing: scale &* UInt64(tally.count), UInt64(tally.duration))
      if let step = tally.constantStep {
        stream.realFrameRate = ProbeRatio(reducing: scale, UInt64(step))
      } else {
        // FFmpeg reads twice as many frames if the unit of time is coarse.
        let shift = ProbeTimeline(source, movie.timescale, ignoresEditLists: ignoresEditLists).shift &+ stream.decodeShift
        let rate = tally.lowestRate(timescale: stream.timescale, shift: shift, limit: stream.timescale < 2000 ? 40 : 20)
        stream.realFrameRate = rate ?? ProbeTally.usual(stream.averageFrameRate)
      }
    } else {
      stream.realFrameRate = ProbeRatio(stream.timescale, 1)
    }
  }

  // MARK: - Cover picture

  private func cover(_ picture: ProbeCover, _ model: ProbeModel) -> ProbeStream {
    var stream = ProbeStream(index: model.streams.count, kind: .video)
    stream.codec = picture.isPNG ? .png : .mjpeg
    stream.video = ProbeVideo(width: picture.width, height: picture.height, codedWidth: picture.width, codedHeight: picture.height)
    stream.video?.sampleAspectRatio = ProbeRatio(1, 1)
    if picture.isPNG {
      stream.video?.pixelFormat = picture.pixelFormat
      stream.video?.range = "pc"
    } else {
      stream.applyJPEG(picture.pixelFormat)
    }
    stream.picture = MediaSample(
      track: stream.index, decodeTime: 0, presentationTime: 0, duration: 0, offset: picture.offset, size: picture.size, isKey: true)
    (stream.id, stream.timescale, stream.realFrameRate) = (0, 90000, ProbeRatio(90000, 1))
    (stream.startPts, stream.isAttachedPicture) = (0, true)
    stream.duration = model.format.duration.map { $0 * 9 / 100 }
    return stream
  }

  // MARK: - Chapters

  private func chapters(_ movieDuration: Int64?) -> [ProbeChapter] {
    let chapters = (try? MediaChapter.chapters(of: movie)) ?? []
    return chapters.enumerated().map { index, chapter in
      let last = movieDuration.flatMap { MediaTime(value: $0, timescale: 1_000_000)?.value(in: chapter.timescale) } ?? 0
      return ProbeChapter(
        id: index, timescale: Int64(chapter.timescale), start: chapter.start, end: chapter.end ?? last, title: chapter.title)
    }
  }
}
