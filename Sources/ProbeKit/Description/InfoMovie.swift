import AACKit
import BitstreamKit
import MP4Kit
import RemuxKit

/// Describes a file of the MP4 family by its boxes, without reading samples.
struct InfoMovie {
  /// The number of tracks whose first pictures are read.
  private static let maxDescribedStreams = 8
  private var describedStreams = 0
  /// The number of AAC tracks whose frames were looked at.
  private var examinedSounds = 0
  /// Largest table that is summed, in bytes, which bounds the time for long files.
  static let maxTableBytes = 1 << 17

  let movie: Movie<AnyByteSource>
  var tree: BoxTree<AnyByteSource>
  private let byteCount: UInt64
  /// Sample times of a fragmented movie; nil if not fragmented.
  var fragments: FragmentTimes?

  init(_ movie: Movie<AnyByteSource>, _ byteCount: UInt64) {
    self.movie = movie
    tree = movie.tree
    self.byteCount = byteCount
  }

  // MARK: - The file

  mutating func describe(_ section: inout InfoSection) {
    brands(&section)
    let isFragmented = movie.isFragmented
    if isFragmented { fragments = try? FragmentTimes(movie) }
    var milliseconds: Int64?
    // In a movie whose fragments follow samples of its own, mvhd states the duration of the latter.
    let stated = movie.fragmentDuration ?? (hasFragments ? nil : movie.header?.duration)
    let inSamples = fragmentsDuration()
    let statedTime = stated.flatMap { MediaTime(value: Int64(clamping: $0), timescale: movie.timescale)?.value(in: 1000) }
    let isOfMore = inSamples.map { found in statedTime.map { Self.isMore($0, than: found, 1000) } ?? false } ?? false
    if let length = stated, length > 0, !Self.isUnknown(length), !isOfMore {
      let item = InfoWords.duration("duration", Int64(length), movie.timescale, "Duration")
      section.add(item)
      milliseconds = MediaTime(value: Int64(length), timescale: movie.timescale)?.value(in: 1000)
    } else if let found = inSamples {
      section.add(InfoWords.duration("duration", found, 1000, "Duration"))
      if isOfMore, let length = stated, !Self.isUnknown(length) {
        section.add(InfoWords.duration("declared_duration", Int64(length), movie.timescale, "  as declared"))
      }
      milliseconds = found
    } else if let indexed = try? movie.indexedDuration() {
      section.add(InfoWords.duration("duration", indexed.value, indexed.timescale, "Duration"))
      milliseconds = MediaTime(value: indexed.value, timescale: indexed.timescale)?.value(in: 1000)
    }
    if let milliseconds, milliseconds > 0, byteCount < 1 << 56 {
      section.add(InfoWords.bitRate(Int64(checked: Double(byteCount) * 8000 / Double(milliseconds))))
    }
    layout(isFragmented, &section)
    encryption(&section)
    chapters(&section)
    covers(&section)
    if let time = movie.header.flatMap({ ProbeTags.timeText(since1904: $0.creationTime) }) {
      section.add(InfoItem("creation_time", time, "Created"))
    }
  }

  private func brands(_ section: inout InfoSection) {
    var names: [String] = []
    if let type = movie.fileType ?? movie.segmentType {
      names.append(type.majorBrand.description)
      for index in 0..<min(64, type.compatibleBrands.count) where !names.contains(type.compatibleBrands[index].description) {
        names.append(type.compatibleBrands[index].description)
      }
    }
    let name = movie.isQuickTime ? "QuickTime" : movie.isSegment ? "MP4 segment" : "MP4"
    let words = name + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    section.add(InfoItem("container", .text(name), "Container", words))
    if let major = names.first { section.add(InfoItem("major_brand", .text(major))) }
    section.add(InfoItem("brands", .list(names.map { .text($0) })))
  }

  private mutating func layout(_ isFragmented: Bool, _ section: inout InfoSection) {
    var isFast: Bool?
    if let moov = movie.moovOffset { isFast = movie.mediaDataOffset.map { moov < $0 } ?? true }
    section.add(InfoItem("fragmented", .flag(isFragmented)))
    if let isFast { section.add(InfoItem("faststart", .flag(isFast))) }
    let order = isFast.map { $0 ? "moov before mdat (fast start)" : "moov after mdat (not fast start)" } ?? "no moov"
    var words = (isFragmented ? "fragmented, " : "") + order
    if !isFragmented, let isInterleaved = isInterleaved() {
      section.add(InfoItem("interleaved", .flag(isInterleaved)))
      words += isInterleaved ? ", tracks interleaved" : ", tracks not interleaved"
    }
    section.add(InfoItem("layout", .text(isFragmented ? "fragmented" : "plain"), "Layout", words))
  }

  /// Whether the chunks of audio and video alternate in the file; nil without two tracks of several chunks, or if the tables are large.
  private mutating func isInterleaved() -> Bool? {
    var spans: [ClosedRange<UInt64>] = []
    for track in movie.tracks where track.handlerType == "vide" || track.handlerType == "soun" {
      guard let chunks = chunkOffsets(track) else { return nil }
      if let first = chunks.first, let last = chunks.last, chunks.count > 1, first < last { spans.append(first...last) }
    }
    guard spans.count > 1 else { return nil }
    return spans.allSatisfy { span in spans.allSatisfy { $0.overlaps(span) } }
  }

  /// The first and last chunk offset; nil if the table is too large.
  private mutating func chunkOffsets(_ track: MovieTrack) -> [UInt64]? {
    for type in ["stco", "co64"] {
      guard let node = tree.find("mdia/minf/stbl/\(type)", in: track.node).first else { continue }
      if tree.nodes[node].place.payloadSize > UInt64(Self.maxTableBytes) { return nil }
      if type == "stco", let box = try? tree.read(ChunkOffsetBox.self, at: node) {
        let count = box.chunkOffsets.count
        return count == 0 ? [] : [UInt64(box.chunkOffsets[0]), UInt64(box.chunkOffsets[count - 1])]
      }
      if let box = try? tree.read(ChunkLargeOffsetBox.self, at: node) {
        let count = box.chunkOffsets.count
        return count == 0 ? [] : [box.chunkOffsets[0], box.chunkOffsets[count - 1]]
      }
    }
    return []
  }

  /// 0xFFFFFFFF and 2^64 − 1 mean unknown (ISO/IEC 14496-12:2022, 8.2.2.3).
  static func isUnknown(_ duration: UInt64) -> Bool { duration == 0xFFFF_FFFF || duration >= UInt64(Int64.max) }

  /// Whether there are samples in fragments.
  private var hasFragments: Bool { fragments?.tracks.contains { $0.sampleCount > 0 } ?? false }

  /// The decoding times of a track's samples in the tables and in fragments; nil without fragments.
  func span(_ track: MovieTrack, _ times: FragmentTimes.Track) -> (start: Int64, end: Int64)? {
    guard let start = times.start else { return nil }
    // The tables begin at 0.
    return (track.table?.sampleCount ?? 0 > 0 ? 0 : start, times.end)
  }

  /// The time for which nothing is shown before the media of a track, in units of the movie's time scale: that of empty edits.
  func emptyLead(_ track: MovieTrack) -> Int64 {
    if track.editList == nil { return 0 }
    let first = track.timeline(movieTimescale: movie.timescale).segments.first { $0.mediaTime != nil }
    return Int64(clamping: first?.start ?? 0)
  }

  /// Milliseconds from the first sample to the end of the last in a movie with fragments, with empty edits before it; nil without samples in
  /// fragments.
  private func fragmentsDuration() -> Int64? {
    var (start, end): (Int64?, Int64?)
    for (track, times) in zip(movie.tracks, fragments?.tracks ?? []) {
      guard let (first, last) = span(track, times), let from = MediaTime(value: first, timescale: track.timescale)?.value(in: 1000),
        let to = MediaTime(value: last, timescale: track.timescale)?.value(in: 1000),
        let lead = MediaTime(value: emptyLead(track), timescale: movie.timescale)?.value(in: 1000)
      else { continue }
      start = min(start ?? from, from)
      end = max(end ?? to, to.addingReportingOverflow(lead).overflow ? to : to + lead)
    }
    guard let start, let end, end > start else { return nil }
    let (length, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? nil : length
  }

  private func chapters(_ section: inout InfoSection) {
    guard let chapters = try? MediaChapter.chapters(of: movie), !chapters.isEmpty else { return }
    var (values, words): ([InfoItem.Value], [String]) = ([], [])
    for chapter in chapters {
      let start = MediaTime(value: chapter.start, timescale: chapter.timescale)?.value(in: 1000) ?? 0
      values.append(.object([InfoItem("milliseconds", .number(start)), InfoItem("title", .text(chapter.title))]))
      if words.count < 8 { words.append("\(InfoWords.duration(start)) \(chapter.title)") }
    }
    if chapters.count > words.count { words.append("and \(chapters.count - words.count) more") }
    section.add(InfoItem("chapters", .list(values), "Chapters", words.joined(separator: "; ")))
  }

  private mutating func covers(_ section: inout InfoSection) {
    let covers = ProbeCover.all(&tree, streams: 0).prefix(16)
    if covers.isEmpty { return }
    var (items, words): ([InfoItem.Value], [String]) = ([], [])
    for cover in covers {
      let format = cover.isPNG ? "PNG" : "JPEG"
      let picture = InfoWords.picture(PictureSize(width: cover.width, height: cover.height), nil)
      let size = InfoItem("size", .number(Int64(clamping: cover.size)))
      items.append(.object([InfoItem("format", .text(format))] + picture.items + [size]))
      words.append("\(format), \(picture.words), \(InfoWords.size(cover.size))")
    }
    section.add(InfoItem("covers", .list(items), "Cover", words.joined(separator: "; ")))
  }

  private mutating func encryption(_ section: inout InfoSection) {
    var schemes: [String] = []
    for track in movie.tracks {
      for description in track.descriptions where description.originalFormat != nil {
        for node in tree.find("sinf/schm", in: description.node) {
          guard let scheme = (try? tree.read(SchemeTypeBox.self, at: node))?.schemeType.description, !schemes.contains(scheme) else {
            continue
          }
          schemes.append(scheme)
        }
      }
    }
    var keys: [String] = []
    for track in movie.tracks {
      for description in track.descriptions { if let key = keyID(description), !keys.contains(key), keys.count < 64 { keys.append(key) } }
    }
    var systems: [String] = []
    for node in tree.find("moov/pssh") {
      guard let box = try? tree.read(ProtectionSystemSpecificHeaderBox.self, at: node, limit: 4096) else { continue }
      let name = box.system?.name?.description ?? box.system?.systemID.description ?? "unknown"
      if !systems.contains(name) { systems.append(name) }
    }
    guard !schemes.isEmpty || !systems.isEmpty || movie.tracks.contains(where: { $0.descriptions.contains { $0.originalFormat != nil } })
    else { return }
    let object: [InfoItem] = [
      InfoItem("schemes", .list(schemes.map { .text($0) })), InfoItem("systems", .list(systems.map { .text($0) })),
      InfoItem("key_ids", .list(keys.map { .text($0) })),
    ]
    var words =
      (schemes.isEmpty ? "yes" : schemes.joined(separator: ", ")) + (systems.isEmpty ? "" : ": " + systems.joined(separator: ", "))
    if keys.count > 1 { words += ", \(keys.count) keys" }
    section.add(InfoItem("encryption", .object(object), "Encrypted", words))
  }

  /// The default_KID of a sample description in hexadecimal; nil without one.
  private mutating func keyID(_ description: SampleDescription) -> String? {
    guard description.originalFormat != nil, let node = tree.find("sinf/schi/tenc", in: description.node).first,
      let box = try? tree.read(TrackEncryptionBox.self, at: node), box.defaultIsProtected != 0
    else { return nil }
    return box.defaultKID.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }

  /// Metadata under ffmpeg's keys.
  mutating func metadata() -> [ProbeTag] {
    ProbeTags.movie(movie, &tree).filter { !["major_brand", "minor_version", "compatible_brands", "creation_time"].contains($0.key) }
  }

  // MARK: - A track

  mutating func describe(_ track: MediaTrack, _ reader: MediaReader, _ section: inout InfoSection) {
    let source = movie.tracks[track.index]
    let description = source.descriptions.first
    var codec = CodecDescription(track.configuration, entry: description?.codec)
    if let description {
      codec = CodecDescription(track.configuration, description, in: &tree)
      codec.refine(description.codePoints, description.colour?.range?.fullRangeFlag)
    }
    let hasUnits = track.kind == .video && (track.codec == .h264 || track.codec == .hevc)
    let isWanted = hasUnits && describedStreams < Self.maxDescribedStreams
    if isWanted { describedStreams += 1 }
    let messages = isWanted ? InfoMessages(tree.source, reader, track: track.index, isProtected: track.isProtected) : InfoMessages()
    if let set = messages.sequence { codec.complete(set) }
    for item in layerName(track, reader).map({ codec.items(named: $0) }) ?? codec.items(track.codec) { section.add(item) }
    if let description { section.add(InfoItem("sample_entry", .text(description.type.description))) }
    section.add(furtherEntries(track, source, reader))
    if track.isProtected {
      section.add(InfoItem("encrypted", .flag(true)))
      if let key = description.flatMap({ keyID($0) }) { section.add(InfoItem("key_id", key, "Key ID")) }
    }
    if track.kind == .video { picture(source, track.index, codec, messages, &section) }
    if track.kind == .video, let description {
      stereo(description, &section)
      section.add(spherical(description))
    }
    auxiliary(source, &section)
    if track.kind == .audio {
      // The first sample of a track may be far in fragments.
      if track.codec == .aac { examinedSounds += 1 }
      let implied = examinedSounds > Self.maxDescribedStreams ? nil : reader.impliedConfiguration(ofTrack: track.index, tree.source)
      section.add(infoSound(track, codec, bitDepth: description?.sound?.bitDepth, implied: implied))
    }
    let code = (try? Timecode(movie, track: track.index, isEdited: true)?.text) ?? messages.timecode
    if let code { section.add(InfoItem("timecode", code, "Timecode")) }
    times(source, track.index, &section)
    if let count = sampleCount(source, track.index), count > 0 { section.add(InfoItem("samples", .number(count), "Samples", "\(count)")) }
    section.add(InfoWords.bitRate(bitRate(source, track.index)))
    edits(source, &section)
    // QuickTime numbers languages; 0 is English.
    let numbered = movie.isQuickTime ? source.mediaHeader?.language.inISO.letters : nil
    if let language = source.language ?? (numbered == "und" ? nil : numbered) { section.add(InfoItem("language", language, "Language")) }
    if let name = source.handler?.readableName, !name.isEmpty { section.add(InfoItem("handler_name", .text(name))) }
  }

  /// The name of MPEG audio by the layer of its first frame, which the object types 0x69 and 0x6B do not tell; nil for layer III.
  private func layerName(_ track: MediaTrack, _ reader: MediaReader) -> String? {
    guard track.codec == .mp3, !track.isProtected, var own = try? reader.reopened(track: track.index), let first = try? own.next(),
      let header = MPEGAudioHeader(of: first, tree.source), header.layer < 3
    else { return nil }
    return "MP\(header.layer)"
  }

  private mutating func picture(
    _ source: MovieTrack, _ index: Int, _ codec: CodecDescription, _ messages: InfoMessages, _ section: inout InfoSection
  ) {
    let description = source.descriptions.first
    let size = codec.size ?? description?.visual.map { PictureSize(width: Int($0.width), height: Int($0.height)) }
    let matrix = movie.displayMatrix(of: source)
    let turn = matrix.rotation ?? 0
    if let size {
      let aspect = description?.pixelAspectRatio.flatMap { ExactRatio(UInt64($0.hSpacing), UInt64($0.vSpacing)) } ?? codec.aspect
      var (items, words) = InfoWords.picture(size, aspect)
      items.append(InfoItem("rotation", .number(Int64(turn))))
      items.append(InfoItem("mirrored", .flag(matrix.isMirrored)))
      if let node = description.flatMap({ tree.child("clap", of: $0.node) }), let box = try? tree.read(CleanApertureBox.self, at: node),
        let shown = box.size
      {
        items.append(InfoItem("cropped_width", .number(Int64(shown.width))))
        items.append(InfoItem("cropped_height", .number(Int64(shown.height))))
        words += ", clean aperture \(shown.width)x\(shown.height)"
      }
      if matrix.isMirrored { words += ", mirrored left to right" }
      if turn != 0 { words += ", rotated by \(turn) degrees clockwise" }
      section.add(InfoItem("picture", .object(items), "Picture", words))
    }
    section.add(codec.format)
    if let rate = frameRate(source, index, stated: codec.frameRate) {
      section.add(InfoWords.frameRate(codec.frames(ofPictures: rate.ratio), isAverage: !rate.isConstant))
    } else if let rate = codec.frameRate {
      section.add(InfoWords.frameRate(rate, isAverage: false))
    }
    colour(description, codec, messages, &section)
    section.add(messages.captions.item)
  }

  private mutating func colour(
    _ description: SampleDescription?, _ codec: CodecDescription, _ messages: InfoMessages, _ section: inout InfoSection
  ) {
    if let points = description?.colour?.codePoints {
      section.add(
        infoColour(
          UInt8(clamping: points.colourPrimaries), UInt8(clamping: points.transferCharacteristics),
          UInt8(clamping: points.matrixCoefficients),
          isFull: description?.colour?.range?.fullRangeFlag ?? codec.isFullRange, source: "container"))
    } else {
      section.add(codec.colourItem)
    }
    var hdr = InfoHDR()
    if let description {
      for type in ["dvcC", "dvvC", "dvwC"] as [FourCC] {
        guard let node = tree.child(type, of: description.node), let box = try? tree.read(DOVIConfigurationBox.self, at: node) else {
          continue
        }
        hdr.dolbyVision.append(box)
      }
      if let node = tree.child("mdcv", of: description.node), let box = try? tree.read(MasteringDisplayColourVolumeBox.self, at: node) {
        hdr.mastering = (box.maxDisplayMasteringLuminance, box.minDisplayMasteringLuminance)
      }
      if let node = tree.child("clli", of: description.node), let box = try? tree.read(ContentLightLevelBox.self, at: node) {
        hdr.light = (box.maxContentLightLevel, box.maxPicAverageLightLevel)
      }
    }
    section.add(hdr.item(transfer: description?.codePoints?.transfer ?? codec.colour?.transfer, messages))
  }

  // MARK: - Edit list

  private func edits(_ source: MovieTrack, _ section: inout InfoSection) {
    guard source.editList != nil else { return }
    let timeline = source.timeline(movieTimescale: movie.timescale)
    var (items, words): ([InfoItem.Value], [String]) = ([], [])
    for segment in timeline.segments.prefix(16) {
      let length = segment.duration.flatMap { MediaTime(value: Int64(clamping: $0), timescale: movie.timescale)?.value(in: 1000) }
      var object: [InfoItem] = []
      if let media = segment.mediaTime {
        let start = MediaTime(value: media, timescale: source.timescale)?.value(in: 1000) ?? 0
        object.append(InfoItem("media_time", .number(media)))
        words.append((segment.isDwell ? "dwell at " : "media from ") + InfoWords.duration(start))
      } else {
        words.append("nothing")
      }
      if let length {
        object.append(InfoItem("milliseconds", .number(length)))
        words[words.count - 1] += " for " + InfoWords.duration(length)
      }
      items.append(.object(object))
    }
    if timeline.segments.count > 16 { words.append("and \(timeline.segments.count - 16) more") }
    let label: StaticString? = timeline.isTrivial ? nil : "Edit list"
    section.add(InfoItem("edit_list", .list(items), label, words.joined(separator: ", then ")))
  }
}
