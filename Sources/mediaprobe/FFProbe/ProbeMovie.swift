import BitstreamKit
import FileIO
import MP4Kit
import RemuxKit

/// What ffprobe tells about a file of the MP4 family.
struct ProbeMovie {
  private let movie: Movie<AnyByteSource>
  private var tree: BoxTree<AnyByteSource>
  private let tracks: [MediaTrack]
  private let tallies: [ProbeTally]
  private let input: InputFile
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

  // MARK: - How the samples are coded

  private mutating func picture(_ stream: inout ProbeStream, _ source: MovieTrack, _ description: SampleDescription) {
    guard var video = stream.video else { return }
    if let visual = description.visual { (video.width, video.height) = (Int(visual.width), Int(visual.height)) }
    (video.codedWidth, video.codedHeight) = (video.width, video.height)
    if let shape = description.pixelAspectRatio, shape.hSpacing > 0, shape.vSpacing > 0 {
      video.sampleAspectRatio = ProbeRatio(reducing: UInt64(shape.hSpacing), UInt64(shape.vSpacing))
    }
    if video.sampleAspectRatio == nil, let matrix = matrix(source) { video.sampleAspectRatio = Self.stretch(matrix) }
    if let points = description.colour?.codePoints {
      video.primaries = ProbeColour.primaries(Int(points.colourPrimaries))
      video.transfer = ProbeColour.transfer(Int(points.transferCharacteristics))
      video.space = ProbeColour.space(Int(points.matrixCoefficients))
      if let range = description.colour?.range { video.range = range.fullRangeFlag ? "pc" : "tv" }
    }
    if let node = tree.child("fiel", of: description.node), let field = try? tree.read(FieldHandlingBox.self, at: node) {
      switch (field.fieldCount, field.fieldOrdering) {
      case (1, _): video.fieldOrder = "progressive"
      case (2, 1): video.fieldOrder = "tt"
      case (2, 6): video.fieldOrder = "bb"
      case (2, 9): video.fieldOrder = "tb"
      case (2, 14): video.fieldOrder = "bt"
      default: break
      }
    }
    stream.video = video
    if stream.codec == .av1 { av1(&stream, description) }
    if stream.codec == .mpeg4, tallies[stream.index].count > 0 {
      stream.profile = "Simple Profile"
      if let info = description.stream?.decoderConfig?.decoderSpecificInfo, info.count > 4, info[3] == 0xB0 {
        stream.video?.level = Int(info[4] & 15)
      }
      stream.video?.pixelFormat = "yuv420p"
      stream.video?.chromaLocation = "left"
    }
    if stream.codec == .prores { prores(&stream) }
  }

  /// The shape of a pixel that a matrix makes by stretching; nil where it does not.
  private static func stretch(_ matrix: [Int32]) -> ProbeRatio? {
    func length(_ column: Int) -> Double {
      let (a, b) = (Double(matrix[column]), Double(matrix[3 + column]))
      return (a * a + b * b).squareRoot()
    }
    let (across, down) = (length(0), length(1))
    guard across > 1, down > 1, (across / down - 1).magnitude > 0.01 else { return nil }
    return ProbeRatio.nearest(Int64((across / down * 1_000_000).rounded()), 1_000_000, most: 1000)
  }

  private mutating func av1(_ stream: inout ProbeStream, _ description: SampleDescription) {
    guard let node = tree.child("av1C", of: description.node), let bytes = try? tree.payload(of: node, limit: 4),
      bytes.count == 4
    else { return }
    let (profile, level) = (bytes[1] >> 5, bytes[1] & 31)
    let isHigh = bytes[2] & 0x40 != 0
    let depth = isHigh ? (profile == 2 && bytes[2] & 0x20 != 0 ? 12 : 10) : 8
    let chroma = bytes[2] & 0x10 != 0 ? 0 : bytes[2] & 8 == 0 ? 3 : bytes[2] & 4 == 0 ? 2 : 1
    stream.profile = ["Main", "High", "Professional"][Int(min(2, profile))]
    stream.video?.level = Int(level)
    if stream.video?.range == nil { stream.video?.range = "tv" }
    let isRGB = stream.video?.space?.description == "gbr"
    stream.video?.pixelFormat = ProbeStream.pixelFormat(chroma: chroma, depth: depth, isFull: false, isRGB: isRGB)
    // chroma_sample_position: vertical, colocated.
    if chroma == 1, bytes[2] & 3 > 0 { stream.video?.chromaLocation = bytes[2] & 3 == 1 ? "left" : "topleft" }
  }

  private func prores(_ stream: inout ProbeStream) {
    switch stream.tag {
    case "apco": stream.profile = "Proxy"
    case "apcs": stream.profile = "LT"
    case "apcn": stream.profile = "Standard"
    case "apch": stream.profile = "HQ"
    case "ap4h": stream.profile = "4444"
    case "ap4x": stream.profile = "XQ"
    default: break
    }
  }

  private func sound(_ stream: inout ProbeStream, _ description: SampleDescription, _ track: MediaTrack) {
    guard var audio = stream.audio else { return }
    audio.sampleFormat = stream.codec?.sampleFormat
    audio.bitsPerSample = stream.codec?.bitsPerSample ?? 0
    audio.layout = ProbeColour.layout(audio.channels)
    if stream.tag == "samr" { (audio.sampleRate, audio.channels) = (8000, 1) }
    if stream.tag == "sawb" { (audio.sampleRate, audio.channels) = (16000, 1) }
    if stream.tag == "samr" || stream.tag == "sawb" { audio.layout = "mono" }
    if stream.codec == .opus { audio.sampleRate = 48000 }
    if stream.codec?.name.description.hasPrefix("pcm_s24") == true { stream.bitsPerRawSample = 24 }
    if stream.codec == .flac { stream.bitsPerRawSample = Int(description.audio?.samplesize ?? 16) }
    if stream.codec == .mp3, monoSound(tallies[stream.index]) { (audio.channels, audio.layout) = (1, "mono") }
    stream.audio = audio
  }

  /// Whether the first frame of MPEG audio has one channel, whatever the sample entry says (ISO/IEC 11172-3, 2.4.1.3).
  private func monoSound(_ tally: ProbeTally) -> Bool {
    var bytes: [UInt8] = []
    guard let first = tally.first, (try? input.read(at: first.offset, count: 4, into: &bytes)) != nil, bytes.count == 4 else {
      return false
    }
    return bytes[0] == 0xFF && bytes[3] >> 6 == 3
  }

  /// Bytes of what a decoder has to know, as ffmpeg hands them on.
  private mutating func extradata(_ stream: inout ProbeStream, _ description: SampleDescription) {
    if stream.kind == .data || stream.kind == .subtitle, let codec = stream.codec, codec == .binary || codec == .movText {
      let place = tree.nodes[description.node].place
      stream.extradataSize = stream.tag == "gpmd" ? 0 : Int(clamping: max(8, place.payloadSize) - 8)
      return
    }
    for child in tree.children(of: description.node) + tree.find("wave/esds", in: description.node) {
      let place = tree.nodes[child].place
      switch place.header.type {
      case "avcC", "hvcC", "av1C", "vvcC", "glbl", "d263": stream.extradataSize = Int(clamping: place.payloadSize)
      case "dOps": stream.extradataSize = Int(clamping: place.payloadSize) + 8
      case "dfLa": stream.extradataSize = 34
      case "esds": stream.extradataSize = description.stream?.decoderConfig?.decoderSpecificInfo?.count ?? stream.extradataSize
      default: break
      }
    }
  }

  private mutating func sideData(_ stream: inout ProbeStream, _ source: MovieTrack, _ description: SampleDescription?) {
    if stream.kind == .video, let values = matrix(source) {
      // A matrix that only scales says nothing of rotation.
      if values[1] != 0 || values[3] != 0 || values[0] < 0 || values[4] < 0 { stream.sideData.append(.displayMatrix(values)) }
    }
    // What stands behind the last track goes to that one.
    if let last = movie.tracks.last, last.node == source.node, tree.find("moov/pssh").contains(where: { $0 > last.node }) {
      stream.sideData.append(.encryption)
    }
    for type in ["dvcC", "dvvC", "dvwC"] as [FourCC] {
      guard let description, let node = tree.child(type, of: description.node),
        let box = try? tree.read(DOVIConfigurationBox.self, at: node)
      else { continue }
      stream.sideData.append(.dolbyVision(Self.fields(box)))
    }
  }

  /// The track's matrix and the movie's, one after the other; nil where nothing is moved.
  private func matrix(_ source: MovieTrack) -> [Int32]? {
    guard let track = source.header?.matrix.values, track.count == 9 else { return nil }
    guard let around = movie.header?.matrix.values, around.count == 9, around != TransformationMatrix().values else {
      return track == TransformationMatrix().values ? nil : track
    }
    var product: [Int32] = []
    for row in 0..<3 {
      for column in 0..<3 {
        var sum: Int64 = 0
        for step in 0..<3 { sum &+= Int64(track[3 * row + step]) * Int64(around[3 * step + column]) >> (step == 2 ? 30 : 16) }
        product.append(Int32(truncatingIfNeeded: sum))
      }
    }
    return product
  }

  private static func fields(_ box: DOVIConfigurationBox) -> [(StaticString, Int64)] {
    var fields: [(StaticString, Int64)] = []
    fields.append(("dv_version_major", Int64(box.dvVersionMajor)))
    fields.append(("dv_version_minor", Int64(box.dvVersionMinor)))
    fields.append(("dv_profile", Int64(box.dvProfile)))
    fields.append(("dv_level", Int64(box.dvLevel)))
    fields.append(("rpu_present_flag", box.rpuPresentFlag ? 1 : 0))
    fields.append(("el_present_flag", box.elPresentFlag ? 1 : 0))
    fields.append(("bl_present_flag", box.blPresentFlag ? 1 : 0))
    fields.append(("dv_bl_signal_compatibility_id", Int64(box.dvBlSignalCompatibilityId)))
    return fields
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

/// How ffmpeg reads an edit list: what is empty in front delays the track, what is cut off in front moves it.
struct ProbeTimeline {
  /// Whether there is a list that is heeded.
  private(set) var isApplied = false
  /// In units of the track's time scale.
  private(set) var emptyDuration: Int64 = 0
  /// What the stretches come to, in units of the track's time scale; nil where one of them has no end.
  private(set) var editedDuration: Int64?
  /// What is added to the media's times.
  private(set) var shift: Int64 = 0
  /// The part of the media that is shown: what lies outside is decoded and thrown away.
  private(set) var shown: Range<Int64>?

  init(_ track: MovieTrack, _ movieTimescale: UInt32, ignoresEditLists: Bool) {
    if ignoresEditLists { return }
    let segments = track.timeline(movieTimescale: movieTimescale).segments
    if segments.isEmpty { return }
    isApplied = true
    var sum: Int64? = 0
    for segment in segments {
      let length = segment.duration.flatMap {
        MediaTime(value: Int64(clamping: $0), timescale: movieTimescale)?.value(in: track.timescale, rounding: .nearest)
      }
      if let length, let so = sum { sum = so &+ length } else { sum = nil }
      guard let start = segment.mediaTime else {
        if shown == nil { emptyDuration &+= length ?? 0 }
        continue
      }
      if shown == nil {
        let (end, overflow) = start.addingReportingOverflow(length ?? Int64.max / 2)
        shown = start..<max(start, overflow ? Int64.max : end)
        shift = emptyDuration &- start
      }
    }
    if shown == nil { shift = emptyDuration }
    editedDuration = sum
    hasOnlyOneStretch = segments.filter { $0.mediaTime != nil }.count <= 1
  }

  /// False where the media is cut into several stretches.
  private(set) var hasOnlyOneStretch = true
}
