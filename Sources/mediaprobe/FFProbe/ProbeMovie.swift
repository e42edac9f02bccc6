import BitstreamKit
import FileIO
import MP4Kit
import RemuxKit

/// What ffprobe tells about a file of the MP4 family.
struct ProbeMovie {
  let movie: Movie<AnyByteSource>
  var tree: BoxTree<AnyByteSource>
  let tracks: [MediaTrack]
  let tallies: [ProbeTally]
  let input: InputFile
  private let ignoresEditLists: Bool

  init(
    _ movie: Movie<AnyByteSource>, _ tracks: [MediaTrack], _ tallies: [ProbeTally], _ input: InputFile, _ ignoresEditLists: Bool
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
    if !movie.isFragmented, let header = movie.header, header.duration < 0xFFFF_FFFF {
      model.format.duration = MediaTime(value: Int64(clamping: header.duration), timescale: movie.timescale)?.value(in: 1_000_000)
    }
    model.format.tags = ProbeTags.movie(movie, &tree)
    let chapterTracks = chapterTrackIDs()
    for index in tracks.indices {
      var stream = model.streams[index]
      fill(&stream, isChapters: chapterTracks.contains(tracks[index].id))
      model.streams[index] = stream
    }
    if movie.tracks.isEmpty, movie.fileType?.majorBrand == "avif", let image = ProbeImage.stream(tree.source) {
      model.streams.append(image)
      model.format.duration = nil
    }
    if let picture = ProbeTags.cover(&tree) { model.streams.append(cover(picture, model)) }
    model.chapters = chapters(chapterTracks, model.format.duration)
  }

  // MARK: - A track

  private mutating func fill(_ stream: inout ProbeStream, isChapters: Bool) {
    let (track, tally, source) = (tracks[stream.index], tallies[stream.index], movie.tracks[stream.index])
    stream.timescale = Int64(source.timescale)
    stream.id = source.trackID
    stream.isDefault = (source.header?.flags ?? 1) & 1 != 0
    let description = source.descriptions.first
    let entry = description?.codec ?? FourCC(rawValue: 0)
    stream.tag = entry
    stream.kind = Self.kind(source.handlerType)
    if stream.kind != .video { stream.video = nil }
    if stream.kind != .audio { stream.audio = nil }
    let bits = Int(description?.audio?.samplesize ?? description?.audioV1?.samplesize ?? 16)
    stream.codec = ProbeCodec(entry: entry, objectType: description?.stream?.decoderConfig?.objectTypeIndication, bits: bits)
    if entry == "in24" || entry == "lpcm" || entry == "in32" { stream.codec = linear(entry, description) ?? stream.codec }
    if isChapters, stream.kind == .data { stream.codec = .binary }
    if stream.codec == .movText || stream.codec?.name.description == "eia_608" { stream.kind = .subtitle }
    if stream.codec == .h264 { stream.nalLengthSize = 4 }
    times(&stream, source, tally)
    stream.decodeShift = tally.leastOffset
    rates(&stream, tally)
    if let description {
      extradata(&stream, description)
      if stream.kind == .video { picture(&stream, source, description) }
      if stream.kind == .audio { sound(&stream, description, track) }
    }
    if stream.codec == .h264 { stream.video?.hasBFrames = tally.reorderDepth }
    stream.apply(configuration(track, description, tally), isSeen: isSeen(tally))
    if stream.codec == .h264 { stream.raiseReordering(to: tally.reorderDepth) }
    stream.tags = ProbeTags.track(&tree, source, stream)
    sideData(&stream, source, description)
  }

  /// What the decoder has to know; from the first sample where the sample description leaves it to the samples (`avc3`, `hev1`).
  private func configuration(_ track: MediaTrack, _ description: SampleDescription?, _ tally: ProbeTally) -> MediaConfiguration {
    let codec: VideoCodec
    switch track.configuration {
    case .avc(let record) where record.sequenceParameterSets.isEmpty: codec = .h264
    case .hevc(let record) where !record.arrays.contains { $0.nalUnitType == 33 && !$0.nalUnits.isEmpty }: codec = .hevc
    default: return track.configuration
    }
    guard let first = tally.first, case .lengthPrefixed(let size) = track.framing else { return track.configuration }
    var bytes: [UInt8] = []
    guard (try? input.read(at: first.offset, count: Int(min(first.size, 1 << 20)), into: &bytes)) != nil else { return track.configuration }
    var units: [[UInt8]] = []
    var at = 0
    while at + size.rawValue < bytes.count {
      var length = 0
      for byte in bytes[at..<at + size.rawValue] { length = length << 8 | Int(byte) }
      at += size.rawValue
      let end = min(bytes.count, at + length)
      let type = codec == .h264 ? bytes[at] & 31 : bytes[at] >> 1 & 63
      if codec == .h264 ? type == 7 || type == 8 : type >= 32 && type <= 34 { units.append(Array(bytes[at..<end])) }
      at = end
    }
    return MediaConfiguration(parameterSets: units, of: codec)
  }

  private func isSeen(_ tally: ProbeTally) -> Bool {
    guard let first = tally.first else { return false }
    return first.offset < input.byteCount && first.size <= input.byteCount - first.offset
  }

  /// Samples that are not compressed, whose order of bytes stands apart.
  private mutating func linear(_ entry: FourCC, _ description: SampleDescription?) -> ProbeCodec? {
    guard let description else { return nil }
    if let version2 = description.audio?.version2 {
      let flags = version2.formatSpecificFlags
      let (isFloat, isBig) = (flags & 1 != 0, flags & 2 != 0)
      let end = isBig ? "big" : "little"
      switch (version2.constBitsPerChannel, isFloat) {
      case (16, false):
        return isBig ? ProbeCodec("pcm_s16be", "PCM signed 16-bit big-endian") : ProbeCodec("pcm_s16le", "PCM signed 16-bit little-endian")
      case (24, false):
        return isBig ? ProbeCodec("pcm_s24be", "PCM signed 24-bit big-endian") : ProbeCodec("pcm_s24le", "PCM signed 24-bit little-endian")
      case (32, false):
        return isBig ? ProbeCodec("pcm_s32be", "PCM signed 32-bit big-endian") : ProbeCodec("pcm_s32le", "PCM signed 32-bit little-endian")
      case (32, true):
        return end == "big"
          ? ProbeCodec("pcm_f32be", "PCM 32-bit floating point big-endian")
          : ProbeCodec("pcm_f32le", "PCM 32-bit floating point little-endian")
      default: return nil
      }
    }
    guard let enda = tree.find("wave/enda", in: description.node).first ?? tree.child("enda", of: description.node),
      let bytes = try? tree.payload(of: enda, limit: 2), bytes.last == 1
    else { return nil }
    return entry == "in24"
      ? ProbeCodec("pcm_s24le", "PCM signed 24-bit little-endian") : ProbeCodec("pcm_s32le", "PCM signed 32-bit little-endian")
  }

  private static func kind(_ handler: FourCC) -> ProbeStream.Kind {
    switch handler {
    case "vide", "auxv", "pict": .video
    case "soun", "m1a ": .audio
    case "subp", "clcp": .subtitle
    default: .data
    }
  }

  private func times(_ stream: inout ProbeStream, _ source: MovieTrack, _ tally: ProbeTally) {
    let isListed = !movie.isFragmented && movie.firstFragmentOffset == nil
    let coded = Int64(clamping: source.mediaHeader?.duration ?? 0)
    let known = coded > 0 && coded != 0xFFFF_FFFF ? coded : 0
    var duration = tally.duration
    if isListed {
      if known > 0 { duration = duration > 0 ? min(known, duration) : known }
      stream.frameCount = tally.count > 0 ? tally.count : nil
    } else {
      // As ffprobe has it: from time 0 on, whenever the first sample is due.
      duration = max(known, tally.count > 0 ? tally.end : 0)
    }
    stream.duration = duration
    if tally.bytes > 0, duration > 0 {
      // Cut for a sample table, rounded for fragments.
      let half = isListed ? 0 : UInt128(duration) / 2
      stream.bitRate = Int64(clamping: (UInt128(tally.bytes) * 8 * UInt128(stream.timescale) + half) / UInt128(duration))
    } else if let average = source.descriptions.first?.stream?.decoderConfig?.avgBitrate, average > 0 {
      stream.bitRate = Int64(average)
    }
    let timeline = ProbeTimeline(source, movie.timescale, ignoresEditLists: ignoresEditLists)
    if isListed, timeline.isApplied {
      if let edited = timeline.editedDuration { stream.duration = min(duration, edited) }
      stream.startPts = tally.count > 0 ? timeline.emptyDuration : nil
    } else {
      // Nobody parses data of which nobody knows what it is.
      stream.startPts = stream.kind == .data && stream.codec == nil ? nil : tally.firstPresentation.map { $0 &+ timeline.shift }
    }
  }

  private func rates(_ stream: inout ProbeStream, _ tally: ProbeTally) {
    guard stream.kind == .video else { return }
    let scale = UInt64(stream.timescale)
    if tally.count > 0, tally.duration > 0 {
      stream.averageFrameRate = ProbeRatio(reducing: scale &* UInt64(tally.count), UInt64(tally.duration))
      stream.realFrameRate = tally.constantStep.map { ProbeRatio(reducing: scale, UInt64($0)) } ?? ProbeTally.usual(stream.averageFrameRate)
    } else {
      stream.realFrameRate = ProbeRatio(stream.timescale, 1)
    }
  }

  // MARK: - A picture among the metadata

  private func cover(_ picture: ProbeTags.Cover, _ model: ProbeModel) -> ProbeStream {
    var stream = ProbeStream(index: model.streams.count, kind: .video)
    stream.codec = picture.isPNG ? .png : .mjpeg
    stream.video = ProbeVideo(width: picture.width, height: picture.height, codedWidth: picture.width, codedHeight: picture.height)
    stream.video?.sampleAspectRatio = ProbeRatio(1, 1)
    if !picture.isPNG {
      (stream.profile, stream.bitsPerRawSample) = ("Baseline", 8)
      stream.video?.pixelFormat = picture.pixelFormat
      stream.video?.range = "pc"
      stream.video?.space = "bt470bg"
      stream.video?.chromaLocation = "center"
    }
    (stream.id, stream.timescale, stream.realFrameRate) = (0, 90000, ProbeRatio(90000, 1))
    (stream.startPts, stream.isAttachedPicture) = (0, true)
    stream.duration = model.format.duration.map { $0 * 9 / 100 }
    return stream
  }

  // MARK: - Chapters

  private mutating func chapterTrackIDs() -> [UInt32] {
    var found: [UInt32] = []
    for node in tree.find("moov/trak/tref/chap") {
      let bytes = (try? tree.payload(of: node, limit: 256)) ?? []
      for place in stride(from: 0, to: bytes.count - 3, by: 4) { found.append(UInt32(unpacking: bytes, at: place)) }
    }
    return found
  }

  private mutating func chapters(_ ids: [UInt32], _ movieDuration: Int64?) -> [ProbeChapter] {
    if let box = try? tree.read(ChapterListBox.self, at: "moov/udta/chpl") {
      let end = movieDuration.map { $0 * 10 } ?? 0
      return box.chapters.enumerated().map { index, chapter in
        let next = index + 1 < box.chapters.count ? Int64(clamping: box.chapters[index + 1].start) : end
        return ProbeChapter(id: index, timescale: 10_000_000, start: Int64(clamping: chapter.start), end: next, title: chapter.name)
      }
    }
    guard let index = tracks.firstIndex(where: { ids.contains($0.id) && $0.kind == .text }) else { return [] }
    var samples = movie.samples(ofTrack: index)
    var found: [ProbeChapter] = []
    var bytes: [UInt8] = []
    while found.count < 65536, let item = try? samples.next() {
      let sample = item.sample
      guard (try? input.read(at: sample.offset, count: Int(min(sample.size, 4096)), into: &bytes)) != nil, bytes.count >= 2 else {
        continue
      }
      let text = bytes.dropFirst(2).prefix(Int(bytes[0]) << 8 | Int(bytes[1]))
      found.append(
        ProbeChapter(
          id: found.count, timescale: Int64(movie.tracks[index].timescale), start: sample.compositionTime,
          end: sample.compositionTime &+ Int64(sample.duration), title: String(decoding: text, as: UTF8.self)))
    }
    return found
  }
}
